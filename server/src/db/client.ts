import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type SocketAddress, socketOptions } from '../embedded-postgres/socket-address.ts'

/** Database handle without drizzle's `transaction`, which can leak connections; use `inTransaction`. */
export type Db = Omit<NodePgDatabase, 'transaction'> & { $client: DeskPool }
/** Transaction handle. Functions with a parameter of type `Tx` must run inside a transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export type DatabaseAddress = string | SocketAddress

export const APPLICATION_NAME = 'oa-desk'
const POOL_SIZE = 20
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_AFTER_MS = 10_000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000
const NOT_OPEN = 'the database is not open yet'
const CANNOT_CONNECT_NOW = '57P03'

/**
 * SQL that runs on every new connection, since poolers such as pgbouncer reject these settings as startup parameters.
 * JIT is off, because some planner hints raise estimated costs so far that PostgreSQL would compile each execution.
 */
const SESSION_SETTINGS = `
  set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set lock_timeout = ${LOCK_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; set jit = off`

/** Connection settings that all pools of one database share. */
export interface DatabaseGate {
  isOpen: boolean
  /** Connections that were opened before this time (`performance.now()`) are discarded. */
  renewedAt?: number
}

/** Returns connection options without timeouts. `sslrootcert` (URL) or PGSSLROOTCERT is the CA certificate's path. */
export function connectionOptions(address: DatabaseAddress): pg.ClientConfig {
  if (typeof address !== 'string') return socketOptions(address)
  const { PGSSLROOTCERT: rootCert } = process.env
  // `URL` cannot parse URLs of Unix sockets (`postgres:///desk?host=/run`), which need no certificate.
  const searchParams = URL.parse(address)?.searchParams
  if (!rootCert || !searchParams?.has('sslmode') || searchParams.has('sslrootcert'))
    return { connectionString: address }
  return { connectionString: `${address}&sslrootcert=${encodeURIComponent(rootCert)}` }
}

/** Opens a pool. `onError` is called once per broken connection. Queries fail as unavailable until `gate` opens. */
export function openDatabase(
  address: DatabaseAddress,
  options: { poolSize?: number; onError?: (error: Error) => void; gate?: DatabaseGate } = {},
): Db {
  return openPool(
    {
      ...connectionOptions(address),
      application_name: APPLICATION_NAME,
      max: options.poolSize ?? POOL_SIZE,
      // Without keepalive, a connection that only listens would never detect that the database host has disappeared.
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

/** Opens a second pool for work that must not wait for the main pool. Close the pool with `closeDatabase`. */
export function openReserve(db: Db, poolSize: number, onError?: (error: Error) => void): Db {
  const { options, gate } = db.$client
  // `password` is copied explicitly, because the pool hides this property from enumeration.
  return openPool({ ...options, password: options.password, max: poolSize }, gate, onError)
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** Pool that rejects connections while the gate is closed. Every query of the pool goes through `connect`. */
class DeskPool extends pg.Pool {
  readonly gate: DatabaseGate
  /** Listeners that are called when a connection breaks during a commit, so that its outcome is unknown. */
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
  // Pipelining sends independent statements of a transaction in one round trip.
  const pool = new DeskPool({ ...config, pipeline: true }, gate)
  // The pool listens for errors only on idle clients. Without this listener, a connection that breaks between two
  // statements of a transaction would end the process.
  pool.on('connect', (client) => {
    let isBroken = false
    client.on('error', (error) => {
      if (!isBroken) onError?.(error)
      isBroken = true
    })
  })
  // Nothing to do: the client's own listener has already reported the broken idle connection.
  pool.on('error', () => {})
  return drizzle({ client: pool })
}

/** Runs `work` in a transaction. When the connection breaks during the commit, the outcome is unknown. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  let failure: { error: unknown } | undefined
  let isUsable = false
  let isCommitting = false
  try {
    // Drizzle's own transaction on a pool leaks the connection when `begin` fails.
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
    // When BEGIN, COMMIT or ROLLBACK failed, the connection is discarded, because its state is unknown.
    isUsable = failure !== undefined && failure.error === error && !isConnectionLoss(error)
    if (isCommitting && isConnectionLoss(error)) for (const listener of db.$client.unsureCommits) listener()
    throw failure?.error ?? error
  } finally {
    client.release(!isUsable)
  }
}

export const READ_ONLY_CODE = '25006'

/** Returns true when the connection was refused, closed, read-only or timed out, or PostgreSQL starts or stops. */
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

/** Returns true when a retry may succeed: database unavailable or overloaded, deadlock, lock timeout, and similar. */
export function isRetryable(error: unknown): boolean {
  return isConnectionLoss(error) || /^(40\w{3}|53\w{3}|57014|58\w{3}|55P03)$/.test(driverError(error).code)
}

/** Returns true when the database will always reject these rows because of a value, constraint, limit or trigger. */
export function isRowError(error: unknown): boolean {
  return /^(2[123]|44|54|P0)\w{3}$/.test(driverError(error).code)
}

/** Returns code and message of the driver's error, which drizzle may wrap as `cause`; empty strings when missing. */
export function driverError(error: unknown): { code: string; message: string } {
  const outer = error instanceof Error ? error : undefined
  const { code, message } = (outer?.cause ?? outer ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}

/** Waits at most 5 s for queries that are still running. */
export async function closeDatabase(db: Db): Promise<void> {
  if (db.$client.ended) return
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((done) => {
    timer = setTimeout(done, 5_000)
  })
  await Promise.race([db.$client.end(), deadline])
  clearTimeout(timer)
}
