import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { closeDatabase, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import * as schema from './schema.ts'

const tables: PgTable[] = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value] : []))

/** Columns that only servers of the release before write (0006_friendship_of_old_servers). */
const OF_OLD_SERVERS: Record<string, string[]> = { customers: ['is_friend'] }

test('concurrent migrations of an empty database create every table with its columns', async () => {
  const database = await createTestDatabase({ blank: true })
  const owner = openDatabase(database.ownerAddress)
  try {
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerAddress)))
    expect(tables.length).toBeGreaterThan(10)
    for (const table of tables) {
      const found = await owner.execute<{ column_name: string }>(
        sql`select column_name from information_schema.columns where table_name = ${getTableName(table)}`,
      )
      const columns = getTableConfig(table).columns.map((column) => column.name)
      const wanted = [...columns, ...(OF_OLD_SERVERS[getTableName(table)] ?? [])]
      expect(found.rows.map((row) => row.column_name).sort()).toEqual(wanted.sort())
    }
  } finally {
    await closeDatabase(owner)
    await database.drop()
  }
})

test('migrating a filled database keeps its rows', async () => {
  const database = await createTestDatabase()
  try {
    await database.db.insert(schema.suggestions).values({ text: 'สวัสดีค่ะ' })
    await migrateDatabase(database.ownerAddress)
    expect(await database.db.select().from(schema.suggestions)).toHaveLength(1)
  } finally {
    await database.drop()
  }
})

test('statements have a time-out', async () => {
  const database = await createTestDatabase()
  try {
    const [timeout] = (await database.db.execute(sql`show statement_timeout`)).rows
    expect(timeout).toEqual({ statement_timeout: '15s' })
  } finally {
    await database.drop()
  }
})
