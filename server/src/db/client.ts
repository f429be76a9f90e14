import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

/** The desk's database. `$client` is the pool below it. */
export type Db = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** A transaction on it; what takes a `Tx` must not be called with the bare database. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** How to reach a database: a postgres:// URL, or the directory of a Unix socket with the names to use there. */
export type DatabaseAddress = string | { socketDir: string; user: string; database: string }

const POOL_SIZE = 20
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000

/** What `pg` wants for an address, without any bounds. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  if (typeof address === 'string') return { connectionString: address }
  return { host: address.socketDir, port: 5432, user: address.user, database: address.database }
}

/**
 * Opens a pool of at most `poolSize` connections, each with time-outs for connecting, statements, locks and idle transactions.
 * Nothing connects before the first query. `onError` hears of idle connections that broke.
 */
export function openDatabase(
  address: DatabaseAddress,
  options: { poolSize?: number; onError?: (error: Error) => void } = {},
): Db {
  const pool = new pg.Pool({
    ...connectionOptions(address),
    application_name: 'oa-desk',
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  pool.on('error', (error) => options.onError?.(error))
  return drizzle({ client: pool, schema })
}

/** Runs `work` in one transaction: its value is committed, what it throws rolls everything back. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(work)
}

/** Ends every connection; waits for those in use, at most 5 s. */
export async function closeDatabase(db: Db): Promise<void> {
  if (db.$client.ended) return
  // What breaks from here on is of our own doing.
  db.$client.removeAllListeners('error').on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((done) => {
    timer = setTimeout(done, 5_000)
  })
  await Promise.race([db.$client.end(), deadline])
  clearTimeout(timer)
}
