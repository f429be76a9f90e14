import { StartError } from '../start-error.ts'
import { type Migration, readMigrations } from './migration-files.ts'

interface Queryable {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/** PostgreSQL error codes for a missing or unreadable journal: undefined table, invalid schema name, no privilege. */
const UNREADABLE = new Set(['42P01', '3F000', '42501'])

/** Ignores applied migrations of a newer release. Throws StartError when the applied ones do not include the first. */
export async function findPendingMigrations(db: Queryable, all = readMigrations()): Promise<Migration[]> {
  const applied = await readAppliedTimes(db)
  const [first] = all
  if (applied.size > 0 && first !== undefined && !applied.has(first.when)) throw unknownDatabase()
  return all.filter(({ when }) => !applied.has(when))
}

async function readAppliedTimes(db: Queryable): Promise<Set<number>> {
  try {
    const { rows } = await db.query<{ created_at: string }>(
      'select created_at from drizzle.__drizzle_migrations',
    )
    return new Set(rows.map((row) => Number(row.created_at)))
  } catch (error) {
    if (!UNREADABLE.has((error as { code?: string }).code ?? '')) throw error
    return new Set()
  }
}

export function unknownDatabase(cause?: unknown): StartError {
  return new StartError(
    'The database cannot be upgraded (DATABASE_UNKNOWN): its schema was created by a desk before version 0.1.0 or by another program. Its tables and rows are unchanged. Use an empty database, or another DATA_DIR.',
    { cause, code: 'DATABASE_UNKNOWN' },
  )
}
