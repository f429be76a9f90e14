import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryOnce } from '../testing/query-once.ts'
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { DATABASE_USER } from './postgres-user.ts'

const isRoot = process.getuid?.() === 0
let base: string
let dataDir: string
let postgres: EmbeddedPostgres | undefined
beforeEach(() => createDataDir(tmpdir()))
function createDataDir(parent: string): void {
  base = mkdtempSync(join(parent, 'desk-test-'))
  chmodSync(base, 0o711)
  dataDir = join(base, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
}
afterEach(async () => {
  await postgres?.stop()
  postgres = undefined
  const dir = join(dataDir, 'postgres')
  if (lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(dirname(readlinkSync(dir)), { recursive: true, force: true })
  }
  rmSync(base, { recursive: true, force: true })
})

test("the embedded database requires each role's own password on the socket", async () => {
  postgres = await startEmbeddedPostgres({ dataDir })
  const { superuser, owner, desk } = postgres
  for (const address of [superuser, owner, desk]) {
    await expect(queryOnce({ ...address, password: '' }, 'select 1')).rejects.toThrow()
    await expect(queryOnce({ ...address, password: 'postgres' }, 'select 1')).rejects.toThrow(
      /password authentication/,
    )
  }
  await expect(queryOnce({ ...superuser, password: desk.password }, 'select 1')).rejects.toThrow()
  const files = ['postgres-passwords.json', 'postgres.json'].map(
    (name) => statSync(join(dataDir, name)).mode & 0o777,
  )
  expect(files).toEqual([0o600, 0o600])
  expect(statSync(superuser.socketDir).mode & 0o777).toBe(0o700)
})

test('requires passwords from the next start on when an earlier release trusted the socket, and keeps rows', async () => {
  postgres = await startEmbeddedPostgres({ dataDir })
  await queryOnce(postgres.owner, 'create table kept as select 42 as value')
  await postgres.stop()
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
  rmSync(join(dataDir, 'postgres-passwords.json'))

  postgres = await startEmbeddedPostgres({ dataDir })
  await expect(queryOnce({ ...postgres.superuser, password: 'any' }, 'select 1')).rejects.toThrow(/password/)
  expect(await queryOnce(postgres.owner, 'select value from kept')).toEqual([{ value: 42 }])
  expect(findEmbeddedPostgres(dataDir)).toEqual(postgres.desk)
})

test('requires database passwords again when a restored data folder trusts the socket', async () => {
  postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.stop()
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')
  postgres = await startEmbeddedPostgres({ dataDir })
  await expect(queryOnce({ ...postgres.superuser, password: 'any' }, 'select 1')).rejects.toThrow(/password/)
})

test('the start fails immediately with instructions when the passwords belong to another database', async () => {
  postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.stop()
  postgres = undefined
  const file = join(dataDir, 'postgres-passwords.json')
  writeFileSync(file, JSON.stringify({ superuser: 'a', owner: 'b', desk: 'c' }))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    `${file} does not belong to this database: delete it`,
  )
  rmSync(file)
  postgres = await startEmbeddedPostgres({ dataDir })
  expect(await queryOnce(postgres.desk, 'select 1 as one')).toEqual([{ one: 1 }])
})

describe.runIf(isRoot)('embedded database started as root', () => {
  test("a desk started as root runs the database as another user, without access to root's files", async () => {
    const [secret, folder] = [join(base, 'secret'), join(base, 'folder')]
    writeFileSync(secret, 'of root', { mode: 0o600 })
    mkdirSync(folder, { mode: 0o755 })
    postgres = await startEmbeddedPostgres({ dataDir })
    const { superuser } = postgres
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const uid = Number(spawnSync('id', ['-u', DATABASE_USER], { encoding: 'utf8' }).stdout)
    expect(status).toMatch(new RegExp(`^Uid:(\\s${uid}){4}$`, 'm'))
    expect(uid).not.toBe(65_534)
    for (const set of ['CapEff', 'CapPrm', 'CapAmb', 'CapBnd'])
      expect(status).toMatch(new RegExp(`^${set}:\\s0+$`, 'm'))

    await expect(queryOnce(superuser, `select pg_read_file('${secret}')`)).rejects.toThrow(
      /Permission denied/,
    )
    await expect(queryOnce(superuser, `copy (select 1) to '${folder}/new'`)).rejects.toThrow(
      /Permission denied/,
    )
    await expect(queryOnce(superuser, `copy (select 1) to program 'cat > ${folder}/new'`)).rejects.toThrow(
      /failed/,
    )
    const passwords = join(dataDir, 'postgres-passwords.json')
    await expect(queryOnce(superuser, `select pg_read_file('${passwords}')`)).rejects.toThrow(
      /Permission denied/,
    )
    expect(existsSync(join(folder, 'new'))).toBe(false)
  })

  test.each(['/var/tmp', '/dev/shm'].filter(existsSync))(
    'moves a database that its user cannot reach from %s, with all rows, and reports the new location',
    async (parent) => {
      rmSync(base, { recursive: true })
      createDataDir(parent)
      postgres = await startEmbeddedPostgres({ dataDir })
      await queryOnce(postgres.owner, 'create table kept as select 42 as value')
      await postgres.stop()
      chmodSync(base, 0o700)
      const notices: string[] = []
      postgres = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => notices.push(notice) })
      const dir = readlinkSync(join(dataDir, 'postgres'))
      expect(dir).toMatch(/^\/var\/lib\/oa-desk-db\/data-/)
      expect(notices).toEqual([expect.stringContaining(dir)])
      expect(await queryOnce(postgres.owner, 'select value from kept')).toEqual([{ value: 42 }])

      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => notices.push(notice) })
      expect(await queryOnce(postgres.owner, 'select value from kept')).toEqual([{ value: 42 }])
      expect(notices).toHaveLength(2)
    },
  )

  test('completes an interrupted move of the database', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    await queryOnce(postgres.owner, 'create table kept as select 42 as value')
    await postgres.stop()
    const elsewhere = mkdtempSync(join(tmpdir(), 'desk-test-'))
    chmodSync(elsewhere, 0o711)
    spawnSync('ln', ['-s', join(elsewhere, 'postgres'), join(dataDir, 'postgres.link')])
    try {
      postgres = await startEmbeddedPostgres({ dataDir })
      expect(readlinkSync(join(dataDir, 'postgres'))).toBe(join(elsewhere, 'postgres'))
      expect(await queryOnce(postgres.owner, 'select value from kept')).toEqual([{ value: 42 }])
    } finally {
      await postgres?.stop()
      postgres = undefined
    }
  })

  test('refuses a DATA_DIR of another user before any file is written', async () => {
    chownSync(dataDir, 12_345, 12_345)
    writeFileSync(join(base, 'of root'), 'kept', { mode: 0o600 })
    symlinkSync(join(base, 'of root'), join(dataDir, 'postgres-passwords.json.new'))
    symlinkSync(join(base, 'of root'), join(dataDir, 'postgres'))
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/belongs to another user \(12345\)/)
    expect(readFileSync(join(base, 'of root'), 'utf8')).toBe('kept')
    expect(statSync(join(base, 'of root')).uid).toBe(0)
  })

  test('takes over a copied database whose files have another owner', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    await queryOnce(postgres.owner, 'create table kept as select 42 as value')
    await postgres.stop()
    spawnSync('chown', ['-R', '65534:65534', join(dataDir, 'postgres')])
    postgres = await startEmbeddedPostgres({ dataDir })
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(65_534)
    expect(await queryOnce(postgres.owner, 'select value from kept')).toEqual([{ value: 42 }])
  })
})
