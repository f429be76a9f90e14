import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from './client.ts'

/** Any number that no other program uses in this database; two servers that start at once take turns. */
const MIGRATION_LOCK = 8_080_326
const LOCK_WAIT_MS = 60_000
const MIGRATION_TIMEOUT_MS = 600_000

/**
 * Brings the schema up to date as its owner, under an advisory lock. `runtimeRole` then gets the rights that the desk needs at
 * run time (rows, not tables). Throws when the lock is not free within a minute or a migration fails; a failed one leaves nothing behind.
 */
export async function migrateDatabase(owner: DatabaseAddress, runtimeRole?: string): Promise<void> {
  const client = new pg.Client({
    ...connectionOptions(owner),
    application_name: 'oa-desk migrations',
    connectionTimeoutMillis: 10_000,
    statement_timeout: MIGRATION_TIMEOUT_MS,
    lock_timeout: LOCK_WAIT_MS,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: resolve(import.meta.dirname, 'migrations') })
    if (runtimeRole !== undefined) await grantRows(client, runtimeRole)
  } finally {
    await client.end()
  }
}

async function grantRows(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  await client.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
  `)
}
