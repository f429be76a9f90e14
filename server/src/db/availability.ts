import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { databaseReason } from '../log.ts'
import { type Db, driverError, isConnectionLoss, READ_ONLY_CODE } from './client.ts'
import { DatabaseProbe, type DatabaseState } from './database-probe.ts'

const POLL_MS = 500
const TIMEOUT_MS = 2_000
/** Number of connection errors after which the server's start fails, even if a probe can connect to the database. */
const MAX_CONNECTION_ERRORS = 3
/** Maximum number of log messages that wait for the result of a database check; a check takes seconds. */
const MAX_DEFERRED_LOGS = 100
const READ_ONLY_REASON =
  'it is read-only: a standby after a failover, or default_transaction_read_only is on for it or its role'

/** A database that refuses new connections at its limit is still usable through open connections. */
const isUsable = (state: DatabaseState) => state === 'ready' || state === 'full'

/** Tracks whether the database is available. Code that loses a connection reports the loss, and a probe checks it. */
export class DatabaseAvailability {
  private readonly db: Db
  private readonly log: Logger
  private readonly listeners = new Set<(isAway: boolean) => void>()
  private readonly stopped = new AbortController()
  private readonly probe: DatabaseProbe
  /** True after the database was read-only; when it is writable again, the pool's open connections are discarded. */
  private wasReadOnly = false
  private awaySince: number | null = null
  private isOpening = false
  private failures = 0
  /** True when the response to a commit was lost: the commit may have succeeded, but its events were not published. */
  private isUnsure = false
  private deferredLogs: (() => void)[] = []
  private reason = ''
  private checking: Promise<void> | null = null

  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
    this.probe = new DatabaseProbe(db, TIMEOUT_MS)
    db.$client.unsureCommits.add(this.onUnsureCommit)
  }

  private readonly onUnsureCommit = (): void => {
    this.isUnsure = true
    const what = 'a commit was not acknowledged'
    this.doubt(what, () => this.log.warn(what))
  }

  get isAway(): boolean {
    return this.isOpening || this.awaySince !== null
  }

  async isReady(): Promise<boolean> {
    if (this.isAway) return false
    const state = await this.probe.readState()
    if (isUsable(state)) return true
    this.doubt(state === 'read_only' ? READ_ONLY_REASON : 'a health check got no response', () => {})
    return false
  }

  /** Retries `open` while the database is unreachable. Resolves with false when stopped; rejects on other errors. */
  async begin(open: () => Promise<void>): Promise<boolean> {
    this.isOpening = true
    const { signal } = this.stopped
    let connectionErrors = 0
    while (!signal.aborted) {
      try {
        await open()
        if (signal.aborted) break
        this.isOpening = false
        this.markAvailable()
        return true
      } catch (error) {
        if (signal.aborted) break
        if (!isConnectionLoss(error)) throw error
        this.failures += 1
        this.reason = databaseReason(error)
        connectionErrors =
          (await this.probe.readState({ isNew: true })) === 'ready' ? connectionErrors + 1 : 0
        if (connectionErrors === MAX_CONNECTION_ERRORS) throw error
        if (connectionErrors === 0) this.markUnavailable()
      }
      await pause(POLL_MS, undefined, { signal }).catch(() => {})
    }
    return false
  }

  /** Handles a failed operation. `report` logs the error, but during an outage only the outage itself is logged. */
  note(error: unknown, report: () => void): void {
    if (driverError(error).code === READ_ONLY_CODE) this.wasReadOnly = true
    if (isConnectionLoss(error)) this.doubt(databaseReason(error), report)
    else report()
  }

  warn(error: unknown, message: string, details: Record<string, unknown> = {}): void {
    this.note(error, () => this.log.warn({ err: error, ...details }, message))
  }

  /** Checks the database after a sign of an outage, such as a timeout. `report` logs the sign if there is no outage. */
  doubt(reason: string, report: () => void): void {
    this.failures += 1
    if (this.isAway) return
    if (this.deferredLogs.length < MAX_DEFERRED_LOGS) this.deferredLogs.push(report)
    this.reason = reason
    this.checking ??= this.untilReachable()
  }

  /** After a lost commit response the listener is called with true, then false: events of the commit may be missing. */
  onChange(listener: (isAway: boolean) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    this.db.$client.unsureCommits.delete(this.onUnsureCommit)
    await this.checking
    await this.probe.close()
  }

  private async untilReachable(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const state = await this.probe.readState({ isNew: true })
      if (isUsable(state)) break
      if (state === 'read_only') {
        this.reason = READ_ONLY_REASON
        this.wasReadOnly = true
      }
      this.markUnavailable()
      await pause(POLL_MS, undefined, { signal: this.stopped.signal }).catch(() => {})
    }
    this.checking = null
    this.markAvailable()
  }

  private markUnavailable(): void {
    if (this.awaySince !== null) return
    this.awaySince = performance.now()
    this.deferredLogs = []
    this.log.warn({ reason: this.reason }, 'the database is unavailable')
    this.publish(true)
  }

  private markAvailable(): void {
    const { awaySince, failures, deferredLogs, isUnsure } = this
    if (this.wasReadOnly) this.db.$client.gate.renewedAt = performance.now()
    this.wasReadOnly = false
    this.awaySince = null
    this.isUnsure = false
    this.failures = 0
    this.deferredLogs = []
    for (const report of deferredLogs) report()
    if (this.stopped.signal.aborted) return
    if (awaySince === null && isUnsure) {
      this.publish(true)
      this.publish(false)
    }
    if (awaySince === null) return
    const awayMs = Math.round(performance.now() - awaySince)
    this.log.warn({ awayMs, failures }, 'the database is available again')
    this.publish(false)
  }

  private publish(isAway: boolean): void {
    for (const listener of this.listeners) listener(isAway)
  }
}
