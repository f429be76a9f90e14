import { sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

/** Changes of a process that wait for another one, and for how long: as long as a statement waits for a lock. */
const WAITING = 32
const WAIT_MS = 10_000

/** Of each pool of connections. */
const queues = new WeakMap<Db['$client'], PQueue>()

/**
 * Runs `work` in a transaction in which nobody else changes the knowledge base; who only searches does not wait. Of a process one is at
 * it at a time, so that those that wait hold no connection. Throws `unavailable` where too many wait, or one has waited too long.
 */
export async function changeKnowledge<T>(db: Db, work: (tx: Tx) => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const queue = queues.get(db.$client) ?? new PQueue({ concurrency: 1 })
  queues.set(db.$client, queue)
  if (queue.size >= WAITING) throw new DeskError('unavailable')
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new DeskError('unavailable')), waitMs)
  const change = () => {
    clearTimeout(timer)
    return inTransaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('knowledge base', 0))`)
      return work(tx)
    })
  }
  return queue.add(change, { signal: patience.signal })
}
