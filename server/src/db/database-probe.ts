import pg from 'pg'
import { type Db, driverError } from './client.ts'

/** State of the database. `full`: it is running but refuses new connections. */
export type DatabaseState = 'ready' | 'full' | 'read_only' | 'away'

/** Time in ms after which the probe opens a new connection: failovers and `alter role … set` affect only new ones. */
const RENEW_AFTER_MS = 5_000
const TOO_MANY_CONNECTIONS = '53300'
const STATE_QUERY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`

interface Connection {
  client: pg.Client
  openedAt: number
  isBroken: boolean
}

/** Checks the database on its own connection, so that a pool without free connections does not look like an outage. */
export class DatabaseProbe {
  private readonly db: Db
  private readonly withinMs: number
  private connection: Connection | null = null
  private checking: Promise<DatabaseState> | null = null

  constructor(db: Db, withinMs: number) {
    this.db = db
    this.withinMs = withinMs
  }

  /** Returns the state of the database. Concurrent calls share one query. `isNew` requests a new connection. */
  readState({ isNew = false } = {}): Promise<DatabaseState> {
    if (isNew && this.checking !== null) return this.checking.then(() => this.readState({ isNew }))
    if (isNew && this.connection !== null) this.connection.openedAt = Number.NEGATIVE_INFINITY
    this.checking ??= this.check().finally(() => {
      this.checking = null
    })
    return this.checking
  }

  async close(): Promise<void> {
    await this.checking
    this.drop()
  }

  private async check(): Promise<DatabaseState> {
    const refusal = await this.renew()
    const { connection } = this
    if (connection === null || connection.isBroken) return refusal === TOO_MANY_CONNECTIONS ? 'full' : 'away'
    try {
      const { rows } = await connection.client.query<{ is_read_only: boolean }>(STATE_QUERY)
      return rows[0]?.is_read_only === false ? 'ready' : 'read_only'
    } catch {
      this.drop()
      return 'away'
    }
  }

  /** Opens a new connection when necessary. Returns the error code when the database refuses the connection. */
  private async renew(): Promise<string | undefined> {
    const { connection } = this
    const isOld = connection === null || performance.now() - connection.openedAt > RENEW_AFTER_MS
    if (!isOld && !connection.isBroken) return undefined
    const { options } = this.db.$client
    const client = new pg.Client({
      ...options,
      // `password` is copied explicitly, because `pg` hides this property from enumeration.
      password: options.password,
      connectionTimeoutMillis: this.withinMs,
      query_timeout: this.withinMs,
    })
    const made: Connection = { client, openedAt: performance.now(), isBroken: false }
    client.on('error', () => {
      made.isBroken = true
    })
    try {
      await client.connect()
    } catch (error) {
      client.end().catch(() => {})
      return driverError(error).code
    }
    this.drop()
    this.connection = made
    return undefined
  }

  private drop(): void {
    this.connection?.client.end().catch(() => {})
    this.connection = null
  }
}
