import { type Migration, readMigrations } from './migration-files.ts'

/** Anything with pg's `query`: a client or a pool. */
interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** PostgreSQL: there is no such table, no such schema, no right to look. */
const UNREADABLE = new Set(['42P01', '3F000', '42501'])

/**
 * The migrations that this database still needs, oldest first. A database whose list of migrations is missing or may not be read
 * counts as one that needs them all; migrations of a newer release that it has beside them do not matter.
 */
export async function findPendingMigrations(db: Queryable, all = readMigrations()): Promise<Migration[]> {
  let applied: Set<number>
  try {
    const found = await db.query<{ created_at: string }>(
      'select created_at from drizzle.__drizzle_migrations',
    )
    applied = new Set(found.rows.map((row) => Number(row.created_at)))
  } catch (error) {
    if (!UNREADABLE.has((error as { code?: string }).code ?? '')) throw error
    applied = new Set()
  }
  return all.filter(({ when }) => !applied.has(when))
}
