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

/**
 * Set when a connection is opened, since a pooler such as pgbouncer rejects them as startup parameters. Without JIT: some statements get
 * planner hints that raise their estimated cost, so that PostgreSQL would compile them on each execution.
 */
const SESSION_SETTINGS = `
  set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set lock_timeout = ${LOCK_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; set jit = off`

/** Whether a database may be used yet; pools that share one are opened together. */
export interface DatabaseGate {
  isOpen: boolean
  /** Connections opened before this time (`performance.now()`) are not reused. */
  renewedAt?: number
}

/** Connection options for `pg`, without time-outs. A private CA is given by `sslrootcert` in the URL or, as for libpq, by PGSSLROOTCERT. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  if (typeof address !== 'string') return socketOptions(address)
  const { PGSSLROOTCERT: rootCert } = process.env
  // Unix socket URLs (`postgres:///desk?host=/run`) are not valid for `URL`, and need no certificate.
  const searchParams = URL.parse(address)?.searchParams
  if (!rootCert || !searchParams?.has('sslmode') || searchParams.has('sslrootcert'))
    return { connectionString: address }
  return { connectionString: `${address}&sslrootcert=${encodeURIComponent(rootCert)}` }
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
      query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
      onConnect: async (client) => {
        await client.query({ text: SESSION_SETTINGS, query_timeout: CONNECT_TIMEOUT_MS } as pg.QueryConfig)
      },
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
  private readonly openedAt = new WeakMap<pg.PoolClient, number>()

  constructor(config: pg.PoolConfig, gate: DatabaseGate) {
    super(config)
    this.gate = gate
    this.on('connect', (client) => this.openedAt.set(client, performance.now()))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    // As PostgreSQL says it of itself.
    const closed = this.gate.isOpen
      ? undefined
      : Object.assign(new Error(NOT_OPEN), { code: CANNOT_CONNECT_NOW })
    if (callback === undefined) return closed === undefined ? this.current() : Promise.reject(closed)
    if (closed !== undefined) callback(closed, undefined, () => {})
    else if (this.gate.renewedAt === undefined) super.connect(callback)
    else
      this.current().then(
        (client) => callback(undefined, client, (destroy) => client.release(destroy)),
        (error: Error) => callback(error, undefined, () => {}),
      )
    return undefined
  }

  private async current(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect()
      const { renewedAt = Number.NEGATIVE_INFINITY } = this.gate
      if ((this.openedAt.get(client) ?? 0) >= renewedAt) return client
      client.release(true)
    }
  }
}

function openPool(config: pg.PoolConfig, gate: DatabaseGate, onError?: (error: Error) => void): Db {
  // Statements of one transaction that do not wait for each other are sent together: one round trip for all of them.
  const pool = new DeskPool({ ...config, pipeline: true }, gate)
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

/** PostgreSQL error: a standby, or read-only transactions by default. */
export const READ_ONLY = '25006'

/**
 * True for a connection that was refused, ended, read-only or not given in time, and while PostgreSQL starts or stops. Drizzle puts the
 * driver's error in `cause`.
 */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = driverError(error)
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0\d|25P03|25006|08\w{3}|53300)$/.test(
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
