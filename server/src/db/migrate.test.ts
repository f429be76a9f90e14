import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../testing/database-at.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { closeDatabase, openDatabase } from './client.ts'
import * as lineSchema from './line-schema.ts'
import * as mediaSchema from './media-schema.ts'
import { migrateDatabase } from './migrate.ts'
import * as releaseSchema from './release-schema.ts'
import * as schema from './schema.ts'

const tables: PgTable[] = [schema, lineSchema, mediaSchema, releaseSchema]
  .flatMap((each) => Object.values<unknown>(each))
  .filter((value) => is(value, PgTable))

/** Columns that only servers of the release before write (0006_friendship_of_old_servers). */
const OF_OLD_SERVERS: Record<string, string[]> = { customers: ['is_friend'] }

test('concurrent migrations of an empty database create every table with its columns', async () => {
  const database = await createTestDatabase({ blank: true })
  const owner = openDatabase(database.ownerAddress)
  try {
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerAddress)))
    expect(tables.length).toBeGreaterThan(15)
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

test('every migration since the first keeps the rows that it finds', async () => {
  const database = await createDatabaseAt('0001_desk')
  try {
    await addAnsweredTicket(database.owner, 3)
    await database.owner.query("insert into suggestions (text) values ('สวัสดีค่ะ')")
    await database.migrate()
    const { rows } = await database.owner.query(
      `select (select text from suggestions) as suggestion, c.line_user_id, t.subject, count(*)::int as messages
       from tickets t join customers c on c.id = t.customer_id join messages m on m.ticket_id = t.id group by c.id, t.id`,
    )
    expect(rows).toEqual([{ suggestion: 'สวัสดีค่ะ', line_user_id: 'U1', subject: 'อื่นๆ', messages: 3 }])
  } finally {
    await database.drop()
  }
})
