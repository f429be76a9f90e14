import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './schema.ts'

/** Active releases of host and remotes. Each change is a compare-and-set on the revision. */
export const releaseRegistry = pgTable(
  'release_registry',
  {
    id: integer('id').primaryKey(),
    revision: integer('revision').notNull(),
    document: jsonb('document').$type<Record<string, unknown>>().notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [check('release_registry_single', sql`${t.id} = 1`)],
)

export const releaseLog = pgTable('release_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  revision: integer('revision').notNull().unique(),
  remote: text('remote').notNull(),
  action: text('action').notNull(),
  release: text('release'),
  at: moment('at').notNull().defaultNow(),
})
