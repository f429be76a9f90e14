import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { findPendingMigrations } from './applied-migrations.ts'
import { migrateDatabase } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ blank: true })
})
afterEach(() => database.drop())

const run = (text: string) => queryOnce(database.ownerAddress, text)
const pending = async () => (await findPendingMigrations(database.db.$client)).map(({ tag }) => tag)
const all = readMigrations().map(({ tag }) => tag)

/** Migrations table of another program, with migrations that the desk does not know. */
const FOREIGN_JOURNAL = `create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('a', 1795228137020), ('b', 1795254310953)`

test('all migrations are pending on an empty database and none on a migrated one; unknown newer ones are ignored', async () => {
  expect(await pending()).toEqual(all)
  await migrateDatabase(database.ownerAddress, { runtimeRole: database.runtimeUser ?? undefined })
  expect(await pending()).toEqual([])
  await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9795228137020)`)
  expect(await pending()).toEqual([])
})

test.each([
  ['a journal without our first migration', FOREIGN_JOURNAL],
  ['tables of the desk without a journal', 'create table tickets (id integer)'],
  ['a type of the desk without a journal', `create type friendship as enum ('a')`],
])('refuses %s with DATABASE_UNKNOWN and leaves the schema unchanged', async (_name, setUp) => {
  await run(`${setUp}; create table theirs as select 1 as id`)
  const tables = () =>
    run(`select table_name from information_schema.tables where table_schema = 'public' order by 1`)
  const before = await tables()
  await expect(migrateDatabase(database.ownerAddress)).rejects.toMatchObject({
    name: 'StartError',
    code: 'DATABASE_UNKNOWN',
    message: expect.stringContaining('DATABASE_UNKNOWN'),
  })
  expect(await tables()).toEqual(before)
})
