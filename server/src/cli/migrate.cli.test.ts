import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMigrations } from '../db/migration-files.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { runCliProcess } from '../testing/cli-process.ts'
import { queryOnce } from '../testing/query-once.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl, refusalOf, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { TEST_SECRETS_KEY } from '../testing/test-encryption.ts'

const all = readMigrations()

describe('a database that lacks migrations', () => {
  let database: TestDatabase
  let environment: Record<string, string>
  beforeEach(async () => {
    database = await createTestDatabase({ blank: true })
    environment = {
      DATABASE_URL: databaseUrl(database.address),
      DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
    }
  })
  afterEach(() => database.drop())

  const query = (text: string) => queryOnce(database.ownerAddress, text)
  const tables = () => query(`select from pg_tables where schemaname in ('public', 'drizzle')`)

  test.each([
    ['staff.cli.ts', ['list']],
    ['channels/channels.cli.ts', ['list']],
    ['releases/registry.cli.ts', ['rollback', 'chat']],
    ['line/line.cli.ts', ['parked']],
  ])('`%s` does not migrate an older database but refers to `pnpm migrate`', async (program, args) => {
    const outcome = await runCli(program, args, environment)
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^.*migration ${all[0]?.tag} is missing.*run pnpm migrate.*\n$`),
      ),
    })
    expect(await tables()).toEqual([])
  })

  test('`pnpm migrate` migrates an older database once', async () => {
    expect(await runCliProcess('cli/migrate.cli.ts', [], environment)).toEqual({
      code: 0,
      stdout: all.map(({ tag }) => `${tag} applied\n`).join(''),
      stderr: '',
    })
    const again = await runCli('cli/migrate.cli.ts', [], environment)
    expect(again).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
    const listed = await runCli('staff.cli.ts', ['list'], environment)
    expect(listed).toMatchObject({ code: 0, stdout: 'No users have signed in yet.\n' })
  })

  test('`pnpm migrate` changes nothing without DATABASE_MIGRATION_URL, and prints the reason', async () => {
    if (database.runtimeUser === null) return
    const { DATABASE_URL = '' } = environment
    const outcome = await runCli('cli/migrate.cli.ts', [], { DATABASE_URL })
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toMatch(/^.*set DATABASE_MIGRATION_URL.*\n$/)
    const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
    try {
      const refusal = await refusalOf({
        DATABASE_URL,
        SECRETS_KEY: TEST_SECRETS_KEY,
        DATA_DIR: dataDir,
        PORT: '0',
      })
      expect(refusal.stderr).toContain('set DATABASE_MIGRATION_URL')
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
    expect(await tables()).toEqual([])
  })
})

test('commands and server refuse a database of a desk before 0.1.0, and change nothing', async () => {
  const database = await createTestDatabase({ blank: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    await queryOnce(
      database.ownerAddress,
      `create schema drizzle;
       create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('a', 1795228137020);
       create table tickets (id integer)`,
    )
    const environment = { DATABASE_URL: databaseUrl(database.ownerAddress), DATA_DIR: dataDir }
    const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/^.*DATABASE_UNKNOWN.*\n$/) }
    expect(await runCli('cli/migrate.cli.ts', [], environment)).toEqual(refused)
    expect(await runCli('staff.cli.ts', ['list'], environment)).toEqual(refused)
    const start = await refusalOf({ ...environment, SECRETS_KEY: TEST_SECRETS_KEY, PORT: '0' })
    expect(start.stderr).toContain('(DATABASE_UNKNOWN)')
    const columns = await queryOnce(
      database.ownerAddress,
      `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
    )
    expect(columns).toEqual([{ table_name: 'tickets', column_name: 'id' }])
  } finally {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('commands refuse an empty database until it is migrated', async () => {
  const database = await createTestDatabase({ blank: true })
  const environment = { DATABASE_URL: databaseUrl(database.ownerAddress) }
  try {
    const before = await runCli('staff.cli.ts', ['list'], environment)
    expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining('run pnpm migrate') })
    expect((await runCli('cli/migrate.cli.ts', [], environment)).code).toBe(0)
    expect((await runCli('staff.cli.ts', ['list'], environment)).code).toBe(0)
  } finally {
    await database.drop()
  }
})

test('migrates an older embedded database only at a server start or by `pnpm migrate`', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    const postgres = await startEmbeddedPostgres({ dataDir })
    await postgres.stop()
    const environment = { DATA_DIR: dataDir }
    const staff = () => runCli('staff.cli.ts', ['list'], environment)
    expect(await staff()).toMatchObject({ code: 1, stderr: expect.stringContaining('run pnpm migrate') })

    const server = await startServerProcess({ ...environment, PORT: '0' })
    expect(await staff()).toMatchObject({ code: 0, stdout: 'No users have signed in yet.\n' })
    expect(await runCli('cli/migrate.cli.ts', [], environment)).toMatchObject({
      code: 0,
      stdout: 'The database is up to date.\n',
    })
    await server.end('SIGTERM')
    expect(await runCli('cli/migrate.cli.ts', ['now'], environment)).toMatchObject({ code: 2 })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
