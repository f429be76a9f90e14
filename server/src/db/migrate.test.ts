import { readdirSync } from 'node:fs'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { closeDatabase, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

/** Returns the tables that the schema files define. */
async function schemaTables(): Promise<PgTable[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => /schema\.ts$/.test(name))
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ `./${name}`)),
  )
  return modules.flatMap((each) => Object.values(each)).filter((value) => is(value, PgTable))
}

test('concurrent migrations of an empty database create the tables, columns and indexes of the schema', async () => {
  const database = await createTestDatabase({ blank: true })
  const owner = openDatabase(database.ownerAddress)
  try {
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerAddress)))
    const found = await owner.execute<{ name: string; columns: string[]; indexes: string[] }>(sql`
      select c.relname as name,
        (select array_agg(attname::text || case when attnotnull then ' not null' else '' end order by attname)
         from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
        (select coalesce(array_agg(i.relname::text order by i.relname), '{}')
         from pg_index x join pg_class i on i.oid = x.indexrelid
         where x.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.oid)) as indexes
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
    const tables = await schemaTables()
    expect(tables.length).toBeGreaterThan(50)
    const wanted = tables.map(getTableConfig).map((table) => ({
      name: table.name,
      columns: table.columns
        .map((column) => {
          const isKey = table.primaryKeys.some((key) => key.columns.includes(column))
          return column.notNull || isKey ? `${column.name} not null` : column.name
        })
        .sort(),
      indexes: table.indexes.map((index) => index.config.name).sort(),
    }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    const present = found.rows.map((row) => ({
      ...row,
      columns: row.columns.sort(),
      indexes: row.indexes.sort(),
    }))
    expect(present.sort(byName)).toEqual(wanted.sort(byName))
  } finally {
    await closeDatabase(owner)
    await database.drop()
  }
})
