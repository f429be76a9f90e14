import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPendingMigrations, unknownDatabase } from './applied-migrations.ts'
import { connectionOptions, type DatabaseAddress } from './client.ts'
import { changeIndex, withRetries } from './concurrent-index.ts'
import { MIGRATIONS_DIR, type Migration, readMigrations } from './migration-files.ts'

const MIGRATION_LOCK = 8_080_326
const LOCK_WAIT_MS = 600_000
const STATEMENT_TIMEOUT_MS = 600_000
/** Lock timeout in ms: other statements queue behind a migration that waits for a lock, so it gives up and retries. */
const LOCK_TIMEOUT_MS = 500
/** PostgreSQL error codes for a duplicate table, index, type, trigger or function. */
const EXISTS = new Set(['42P07', '42710', '42723'])

export interface MigrateOptions {
  /** Role of the server, which may access rows but not change tables; undefined when the server is the owner. */
  runtimeRole?: string | undefined
  /** Tag of the last migration to apply; undefined for all. */
  until?: string
  dir?: string
  onApplied?: (migration: Migration) => void
}

/**
 * Applies pending migrations while other programs use the database. When several processes start, one migrates and the
 * others wait. A migration is one transaction or, with the first line `-- no transaction`, statements that commit
 * separately. An interrupted migration is repeated. Throws when another process migrates for more than ten minutes, or
 * when a lock is unavailable for about two minutes. @throws StartError DATABASE_UNKNOWN
 */
export async function migrateDatabase(
  owner: DatabaseAddress,
  options: MigrateOptions = {},
): Promise<Migration[]> {
  const { runtimeRole, until, dir = MIGRATIONS_DIR, onApplied } = options
  const all = readMigrations(dir)
  const wanted = until === undefined ? all : all.slice(0, indexOfTag(all, until) + 1)
  const client = new pg.Client({
    ...connectionOptions(owner),
    application_name: 'oa-desk migrations',
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a connection that breaks between two statements would end the process. The next statement
  // reports the error anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    // Poolers reject these settings as startup parameters, so they are set by SQL.
    await client.query(
      `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set lock_timeout = ${LOCK_TIMEOUT_MS}`,
    )
    await acquireMigrationLock(client)
    const pending = await findPendingMigrations(client, wanted)
    await createJournal(client)
    for (const migration of pending) {
      try {
        await (migration.transactional
          ? applyWhole(client, migration, runtimeRole)
          : applyOneByOne(client, migration))
      } catch (error) {
        const isFirst = migration === all[0]
        throw isFirst && EXISTS.has((error as { code?: string }).code ?? '') ? unknownDatabase(error) : error
      }
      onApplied?.(migration)
    }
    if (runtimeRole !== undefined) await withRetries(() => grantRows(client, runtimeRole))
    return pending
  } finally {
    await client.end().catch(() => {})
  }
}

function indexOfTag(all: Migration[], tag: string): number {
  const index = all.findIndex((each) => each.tag === tag)
  if (index === -1) throw new Error(`migration ${tag} does not exist`)
  return index
}

/** Polls for the lock. A blocking wait would be an open statement, which `create index concurrently` waits for. */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.mine) return
    await pause(100 + Math.random() * 200)
  }
  throw new Error(`another process has been migrating for ${LOCK_WAIT_MS / 60_000} minutes`)
}

/** Creates the journal of applied migrations in the format of drizzle's own migrator. */
async function createJournal(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
}

async function recordApplied(client: pg.Client, { hash, when }: Migration): Promise<void> {
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    when,
  ])
}

/** Privileges are granted in the same transaction, because new triggers may write into new tables immediately. */
async function applyWhole(client: pg.Client, migration: Migration, runtimeRole?: string): Promise<void> {
  await withRetries(async () => {
    await client.query('begin')
    try {
      for (const { sql } of migration.statements) await client.query(sql)
      await recordApplied(client, migration)
      if (runtimeRole !== undefined) await grantRows(client, runtimeRole)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

async function applyOneByOne(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    if (statement.concurrentIndex !== undefined)
      await changeIndex(client, statement.sql, statement.concurrentIndex)
    else if (statement.inBatches) await runBatches(client, statement.sql)
    else await withRetries(() => client.query(statement.sql))
  }
  await recordApplied(client, migration)
}

/** Repeats a statement until it returns no row. `$1` is the `cursor` of the last row as text; null at first. */
async function runBatches(client: pg.Client, sql: string): Promise<void> {
  const hasCursor = sql.includes('$1')
  let cursor: string | null = null
  for (;;) {
    const values: (string | null)[] = hasCursor ? [cursor] : []
    const batch: pg.QueryResult<{ cursor?: string | null }> = await withRetries(() =>
      client.query(sql, values),
    )
    if (!batch.rowCount) return
    cursor = batch.rows.at(-1)?.cursor ?? null
  }
}

async function grantRows(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await client.query(`
    grant usage on schema public, drizzle to ${name};
    grant select on drizzle.__drizzle_migrations to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    do $$ begin
      if to_regclass('public.security_events') is not null then
        revoke update, delete, truncate on security_events from ${name};
      end if;
    end $$;
  `)
}
