import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/client.ts'
import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { isRetryableFailure } from './is-retryable-failure.ts'

const POLL_MS = 5_000
const POLL_SECS = 5
/** Maximum number of starts without progress; afterwards the job fails. */
export const MAX_ATTEMPTS = 5

interface Job {
  logId: string
  /** Number of starts without progress, including this one. `run` resets it to 0 on progress. */
  attempts: number
}

export interface JobKind<J extends Job, Result> {
  idOf(job: J): string
  leaseDue(db: Db, owner: string): Promise<J | undefined>
  /** Fails jobs that were started `MAX_ATTEMPTS` times without progress. Returns their log ids. */
  failAbandoned(db: Db, now: Date): Promise<string[]>
  /** Throws when `signal` is aborted. */
  run(context: ServerContext, job: J, signal: AbortSignal): Promise<Result>
  /** True when another attempt would fail in the same way. Callers that wait for the job receive the error. */
  isFinal?(error: unknown): boolean
  fail(db: Db, job: J, error: unknown, now: Date): Promise<void>
  /** Releases a job. If it only waited for other changes or the database, no attempt is counted. */
  release(db: Db, job: J, how: { afterSecs: number; hasOnlyWaited: boolean }): Promise<void>
  warnings: { failed: string; unread: string; unrecorded: string }
}

interface RunningJobs<Result> {
  running: Map<string, Promise<Result | null>>
  end: AbortController
}

/** Runs jobs, and continues jobs of stopped servers. */
export class JobRunner<J extends Job, Result> {
  readonly #kind: JobKind<J, Result>
  /** Running jobs per connection pool, because a process may run several servers. */
  readonly #servers = new WeakMap<Db['$client'], RunningJobs<Result>>()

  constructor(kind: JobKind<J, Result>) {
    this.#kind = kind
  }

  /** Returns null when the job must be retried later; rejects only with a final error. */
  run(context: ServerContext, job: J): Promise<Result | null> {
    const { running } = this.#atWork(context.db)
    const id = this.#kind.idOf(job)
    const result = this.#attempt(context, job).finally(() => {
      // If this run lost its lease, the map may already have a newer run of the same job, which must stay in the map.
      if (running.get(id) === result) running.delete(id)
    })
    running.set(id, result)
    // Prevents an unhandled rejection when the caller does not wait for the result.
    result.catch(() => undefined)
    return result
  }

  find(db: Db, id: string): Promise<Result | null> | undefined {
    return this.#atWork(db).running.get(id)
  }

  start(context: ServerContext): Projector {
    const { db, availability, log } = context
    const { warnings, failAbandoned, leaseDue } = this.#kind
    const atWork = this.#atWork(db)
    const project = startProjector({
      projectBatch: async () => {
        for (const logId of await failAbandoned(db, context.now())) log.warn({ log: logId }, warnings.failed)
        const job = await leaseDue(db, randomUUID())
        if (job === undefined) return 0
        await this.run(context, job).catch(() => undefined)
        return 1
      },
      batchSize: 1,
      pollMs: POLL_MS,
      onError: (error) => availability.warn(error, warnings.unread),
    })
    return {
      stop: async () => {
        atWork.end.abort()
        await project.stop()
        await Promise.allSettled(atWork.running.values())
        this.#servers.delete(db.$client)
      },
    }
  }

  #atWork({ $client }: Db): RunningJobs<Result> {
    const known = this.#servers.get($client) ?? { running: new Map(), end: new AbortController() }
    this.#servers.set($client, known)
    return known
  }

  async #attempt(context: ServerContext, job: J): Promise<Result | null> {
    const { db, availability } = context
    const kind = this.#kind
    const { signal } = this.#atWork(db).end
    try {
      return await kind.run(context, job, signal)
    } catch (error) {
      const isFinal = kind.isFinal?.(error) === true
      const hasOnlyWaited = signal.aborted || isRetryableFailure(error)
      if (!isFinal && !signal.aborted) availability.warn(error, kind.warnings.failed, { log: job.logId })
      try {
        if (isFinal || !(hasOnlyWaited || job.attempts < MAX_ATTEMPTS))
          await kind.fail(db, job, error, context.now())
        else await kind.release(db, job, { afterSecs: signal.aborted ? 0 : POLL_SECS, hasOnlyWaited })
      } catch (unrecorded) {
        // Only logs this error: a server continues the job once its lease has expired.
        availability.warn(unrecorded, kind.warnings.unrecorded, { log: job.logId })
      }
      if (isFinal) throw error
      return null
    }
  }
}

/** Returns null when the result takes longer than `ms`. */
export async function resultWithin<Result>(
  result: Promise<Result> | undefined,
  ms: number,
): Promise<Result | null> {
  if (result === undefined) return null
  const timeout = new AbortController()
  const late = pause(ms, null, { signal: timeout.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([result, late])
  } finally {
    timeout.abort()
  }
}
