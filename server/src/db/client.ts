import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type SocketAddress, socketOptions } from '../embedded-postgres/socket-address.ts'

/** The desk's database; `$client` is its pool. Use `inTransaction`: drizzle's own transactions may leak connections of the pool. */
export type Db = Omit<NodePgDatabase, 'transaction'> & { $client: DeskPool }
/** A transaction on it; what takes a `Tx` must not be called with the bare database. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** How to reach a database: a postgres:// URL, or the embedded one's socket. */
export type DatabaseAddress = string | SocketAddress

/**
 * How the desk's connections are called in pg_stat_activity: so that a server knows whether one of an earlier release is connected, the
 * name ends in the last migration that this release has when it begins to write something that releases before it cannot read.
 */
export const APPLICATION_NAME = 'oa-desk 0020'
/** Of releases that know secrets of official accounts in plain alone. */
export const APPLICATION_NAME_OF_OLD_SERVERS = 'oa-desk'
const POOL_SIZE = 20
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_AFTER_MS = 10_000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
const NOT_OPEN = 'the database is not open yet'
const CANNOT_CONNECT_NOW = '57P03'

/** Whether a database may be used yet; pools that share one are opened together. */
export interface DatabaseGate {
  isOpen: boolean
}

/** What `pg` wants for an address, without any bounds. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  return typeof address === 'string' ? { connectionString: address } : socketOptions(address)
}

/**
 * Opens a pool of at most `poolSize` connections, each with time-outs for connecting, statements, locks and idle transactions.
 * Nothing connects before the first query. `onError` hears once of each connection that broke, idle or in use; whoever used it
 * gets an error for which `isConnectionLoss` holds, and so does whoever asks for one while `gate` is closed.
 */
export function openDatabase(
  address: DatabaseAddress,
  options: { poolSize?: number; onError?: (error: Error) => void; gate?: DatabaseGate } = {},
): Db {
  return openPool(
    {
      ...connectionOptions(address),
      application_name: APPLICATION_NAME,
      max: options.poolSize ?? POOL_SIZE,
      // One that only listens would never notice that the other side is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
    options.gate ?? { isOpen: true },
    options.onError,
  )
}

/**
 * Connections to the same database, with the same time-outs and gate, beside those of `db`: for work that must not wait until the others
 * give one back. Close it with `closeDatabase`.
 */
export function openReserve(db: Db, poolSize: number, onError?: (error: Error) => void): Db {
  const { options, gate } = db.$client
  // The pool hides its password from whoever lists its options.
  return openPool({ ...options, password: options.password, max: poolSize }, gate, onError)
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** All that uses a pool comes by `connect`, queries of its own too. */
class DeskPool extends pg.Pool {
  readonly gate: DatabaseGate
  /** Hear that a connection broke at a commit, which may have happened all the same. */
  readonly unsureCommits = new Set<() => void>()

  constructor(config: pg.PoolConfig, gate: DatabaseGate) {
    super(config)
    this.gate = gate
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    // As PostgreSQL says it of itself.
    const closed = this.gate.isOpen
      ? undefined
      : Object.assign(new Error(NOT_OPEN), { code: CANNOT_CONNECT_NOW })
    if (callback === undefined) return closed === undefined ? super.connect() : Promise.reject(closed)
    if (closed === undefined) super.connect(callback)
    else callback(closed, undefined, () => {})
    return undefined
  }
}

function openPool(config: pg.PoolConfig, gate: DatabaseGate, onError?: (error: Error) => void): Db {
  const pool = new DeskPool(config, gate)
  // The pool itself listens to idle clients alone. One that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => {
    let isBroken = false
    client.on('error', (error) => {
      if (!isBroken) onError?.(error)
      isBroken = true
    })
  })
  // A broken idle client has been reported by the pool's listener already.
  pool.on('error', () => {})
  return drizzle({ client: pool })
}

/**
 * Runs `work` in one transaction: its value is committed, what it throws rolls everything back. When the connection breaks, it is
 * destroyed and its place in the pool is free again; whether a commit that broke off has happened is then unknown.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  let failure: { error: unknown } | undefined
  let isUsable = false
  let isCommitting = false
  try {
    // Drizzle's own transaction on a pool keeps the place of a connection whose `begin` has failed.
    const value = await drizzle({ client }).transaction((tx) =>
      work(tx).then(
        (done) => {
          isCommitting = true
          return done
        },
        (error: unknown) => {
          failure = { error }
          throw error
        },
      ),
    )
    isUsable = true
    return value
  } catch (error) {
    // Not the work's own error: begin, commit or rollback failed, and the state of the connection is unknown.
    isUsable = failure !== undefined && failure.error === error && !isConnectionLoss(error)
    if (isCommitting && isConnectionLoss(error)) for (const hear of db.$client.unsureCommits) hear()
    throw failure?.error ?? error
  } finally {
    client.release(!isUsable)
  }
}

/** Connection refused, ended or not given in time; PostgreSQL starting or stopping. Drizzle puts the driver's error in `cause`. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = driverError(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|25P03|08\w{3}|53300)$/.test(
      code,
    ) ||
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout|after calling end on the pool|not currently accepting connections/.test(
      message,
    )
  )
}

/** Whether a retry may succeed: database unavailable or overloaded, deadlock, serialization failure, lock time-out. */
export function isPassing(error: unknown): boolean {
  return isConnectionLoss(error) || /^(40\w{3}|53\w{3}|57014|58\w{3}|55P03)$/.test(driverError(error).code)
}

/** Whether the database has looked at these rows and will refuse them each time: a value, a constraint, a limit, a trigger. */
export function isRefusalOfRows(error: unknown): boolean {
  return /^(2[123]|44|54|P0)\w{3}$/.test(driverError(error).code)
}

/** Whether the database answers on a connection made for this question, so that a full or hanging pool does not count. */
export async function answersAnew(db: Db, withinMs: number): Promise<boolean> {
  const { options } = db.$client
  const client = new pg.Client({
    ...options,
    password: options.password,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

/** The code of PostgreSQL or of the socket, and the words; empty where there is none. */
export function driverError(error: unknown): { code: string; message: string } {
  const outer = error instanceof Error ? error : undefined
  const { code, message } = (outer?.cause ?? outer ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}

/** Ends every connection; waits for those in use, at most 5 s. */
export async function closeDatabase(db: Db): Promise<void> {
  if (db.$client.ended) return
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((done) => {
    timer = setTimeout(done, 5_000)
  })
  await Promise.race([db.$client.end(), deadline])
  clearTimeout(timer)
}
