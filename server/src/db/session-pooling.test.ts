import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { closeDatabase, openDatabase } from './client.ts'
import { type DatabaseListeners, nameDatabase } from './desk-database.ts'
import { hasSessions } from './session-pooling.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)
const NO_NOTICES: DatabaseListeners = { onNotice() {}, onError() {} }

let database: TestDatabase
const undo: (() => Promise<void> | void)[] = []
beforeEach(async () => {
  database = await createTestDatabase({ blank: true })
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await database.drop()
})

test('hasSessions returns true without a pooler', async () => {
  expect(await hasSessions(database.ownerAddress)).toBe(true)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts pgbouncer in front of the test database, as the user of the database socket. Returns its URL. */
async function startPooler(mode: string, poolSize: number): Promise<string> {
  const { ownerAddress } = database
  if (typeof ownerAddress === 'string') throw new Error('the tests have no socket of their database')
  const { socketDir, user, password, database: name } = ownerAddress
  const { uid, gid } = statSync(socketDir)
  const dir = mkdtempSync('/tmp/desk-pooler-')
  undo.push(() => rmSync(dir, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(dir, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
${name} = host=${socketDir} dbname=${name} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
`,
    { mode: 0o600 },
  )
  for (const path of [dir, file]) chownSync(path, uid, gid)
  const child = spawn(PGBOUNCER ?? '', [file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  undo.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    child.stderr.on('data', (text) => {
      log += text
      if (log.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(log)))
  })
  return `postgres://${user}@127.0.0.1:${port}/${name}`
}

// Skipped for an external DATABASE_URL, whose credentials are not in this test's pgbouncer configuration.
const isEmbedded = typeof inject('databases').admin !== 'string'

describe.skipIf(PGBOUNCER === undefined || !isEmbedded)('desk behind pgbouncer', () => {
  test('migrates the schema and receives notifications behind pgbouncer with `pool_mode = session`', async () => {
    const url = await startPooler('session', 10)
    const desk = nameDatabase(
      { dataDir: '/nowhere', databaseUrl: url, databaseMigrationUrl: url },
      url,
      NO_NOTICES,
      'migrate',
    )
    undo.push(() => desk.close())
    await desk.open()
    const listener = await desk.db.$client.connect()
    const received = new Promise((resolve) =>
      listener.once('notification', ({ payload }) => resolve(payload)),
    )
    await listener.query('listen desk_test')
    await desk.db.$client.query(`select pg_notify('desk_test', 'here')`)
    expect(await received).toBe('here')
    listener.release()
    const { rows } = await desk.db.$client.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '15s' }])
  })

  test.each([
    ['transaction', 1],
    ['transaction', 10],
    ['statement', 10],
  ])(
    'the start refuses pgbouncer with `pool_mode = %s` and %i connections by a one-line error, and changes nothing',
    async (mode, size) => {
      const url = await startPooler(mode, size)
      const desk = nameDatabase(
        { dataDir: '/nowhere', databaseUrl: url, databaseMigrationUrl: url },
        url,
        NO_NOTICES,
        'migrate',
      )
      undo.push(() => desk.close())
      await expect(desk.open()).rejects.toThrow(
        /^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) is the address of a pooler [^\n]+pool_mode = session[^\n]+$/,
      )
      const direct = openDatabase(database.ownerAddress)
      undo.push(() => closeDatabase(direct))
      const { rows } = await direct.$client.query(
        `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
      )
      expect(rows).toEqual([{ tables: 0 }])
    },
  )
})
