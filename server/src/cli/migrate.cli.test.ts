import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { createDatabaseAt, type OldDatabase } from '../testing/database-at.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl, refusalOf, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { TEST_SECRETS_KEY } from '../testing/test-sealing.ts'

const FIRST = '0001_desk'
const later = readMigrations().slice(2)
const everyLater = later.map(({ tag }) => `${tag} applied\n`).join('')

describe('a database of an earlier release', () => {
  let database: OldDatabase
  let environment: Record<string, string>
  beforeEach(async () => {
    database = await createDatabaseAt(FIRST)
    environment = {
      DATABASE_URL: databaseUrl(database.address),
      DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
    }
  })
  afterEach(() => database.drop())

  const applied = async () =>
    (await database.owner.query('select from drizzle.__drizzle_migrations')).rowCount

  test.each([
    ['staff.cli.ts', ['list']],
    ['channels/channels.cli.ts', ['list']],
    ['releases/registry.cli.ts', ['rollback', 'chat']],
    ['line/line.cli.ts', ['parked']],
  ])('is not migrated by %s, which names pnpm migrate', async (program, args) => {
    const outcome = await runCli(program, args, environment)
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^.*lacks ${later[0]?.tag}.*run pnpm migrate.*\n$`)),
    })
    expect(await applied()).toBe(2)
  })

  test('is migrated once by pnpm migrate', async () => {
    const migrate = () => runCli('cli/migrate.cli.ts', [], environment)
    expect(await migrate()).toEqual({ code: 0, stdout: everyLater, stderr: '' })
    expect(await migrate()).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
    const listed = await runCli('staff.cli.ts', ['list'], environment)
    expect(listed).toMatchObject({ code: 0, stdout: 'Nobody has signed in yet.\n' })
  })

  test("is left unchanged without the owner's connection, with the reason", async () => {
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
    expect(await applied()).toBe(2)
  })
})

test('refuses an empty database until it is migrated', async () => {
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

test('migrates an embedded database of an earlier release only on server start or by request', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  try {
    const postgres = await startEmbeddedPostgres({ dataDir })
    await migrateDatabase(postgres.owner, { until: FIRST })
    await postgres.stop()
    const environment = { DATA_DIR: dataDir }
    const staff = () => runCli('staff.cli.ts', ['list'], environment)
    expect(await staff()).toMatchObject({ code: 1, stderr: expect.stringContaining('run pnpm migrate') })

    const server = await startServerProcess({ ...environment, PORT: '0' })
    expect(await staff()).toMatchObject({ code: 0, stdout: 'Nobody has signed in yet.\n' })
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
