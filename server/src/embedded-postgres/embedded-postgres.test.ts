import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { queryOnce } from '../testing/query-once.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

let dataDir: string
let postgres: EmbeddedPostgres | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk test '))
})
afterEach(async () => {
  await postgres?.stop()
  postgres = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const postmasterPid = () =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

describe('the embedded PostgreSQL', () => {
  test('the embedded PostgreSQL is durable, and reachable only over a private socket', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    const [settings] = await queryOnce(
      postgres.superuser,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
        current_setting('server_encoding') as encoding, current_setting('unix_socket_permissions') as permissions`,
    )
    expect(settings).toEqual({ tcp: '', fsync: 'on', encoding: 'UTF8', permissions: '0700' })
    expect(findEmbeddedPostgres(dataDir)).toEqual(postgres.desk)
  })

  test('the embedded PostgreSQL gives the desk a role with row privileges only', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
    const { desk } = postgres
    const [role] = await queryOnce(
      desk,
      `select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({ rolname: DESK_ROLE, rolsuper: false, rolcreatedb: false, rolcreaterole: false })
    await queryOnce(desk, `insert into suggestions (text) values ('สวัสดีค่ะ')`)
    expect(await queryOnce(desk, 'select text from suggestions')).toEqual([{ text: 'สวัสดีค่ะ' }])
    for (const forbidden of [
      'drop table suggestions',
      'create table more (id int)',
      'truncate suggestions',
    ]) {
      await expect(queryOnce(desk, forbidden)).rejects.toThrow(/must be owner|permission denied/)
    }
  })

  test('a start stops a postmaster left running on the data directory and takes over', async () => {
    const first = await startEmbeddedPostgres({ dataDir })
    const notices: string[] = []
    // Starts PostgreSQL a second time on the directory, as after the server was killed and its postmaster survived.
    postgres = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => notices.push(notice) })
    expect(notices).toEqual([expect.stringContaining('previous database')])
    expect(await first.died).toContain('exit code 0')
    expect(await queryOnce(postgres.desk, 'select 1 as one')).toEqual([{ one: 1 }])
  }, 30_000)

  test('the embedded PostgreSQL reports when another program has stopped it', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    process.kill(postmasterPid(), 'SIGQUIT')
    expect(await postgres.died).toMatch(/exit code|signal/)
  })

  test('a start ignores a postmaster pid file whose pid belongs to another program', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    await postgres.stop()
    const bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      writeFileSync(
        join(dataDir, 'postgres/postmaster.pid'),
        `${bystander.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n`,
      )
      postgres = await startEmbeddedPostgres({ dataDir })
      expect(await queryOnce(postgres.desk, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(bystander.exitCode).toBeNull()
    } finally {
      bystander.kill('SIGKILL')
    }
  })

  test('a start repeats an interrupted initdb', async () => {
    mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true })
    postgres = await startEmbeddedPostgres({ dataDir })
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })

  test('the embedded PostgreSQL starts with a long path of the temporary directory', async () => {
    const before = process.env.TMPDIR
    const long = join(dataDir, 'x'.repeat(120))
    mkdirSync(long)
    process.env.TMPDIR = long
    try {
      postgres = await startEmbeddedPostgres({ dataDir })
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
    expect(await queryOnce(postgres.desk, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test("reports PostgreSQL's own message when the database cannot start", async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    await postgres.stop()
    postgres = undefined
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '9.6\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/did not start.*\n.*(FATAL|version)/s)
  })
})
