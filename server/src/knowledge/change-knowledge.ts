import { sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'

/** Maximum number of queued changes. */
const WAITING = 32
/** Maximum time in ms that a change is queued, the same as the lock timeout of SQL statements. */
const WAIT_MS = 10_000

const queues = new WeakMap<Db['$client'], PQueue>()

/** Runs one change at a time, so that queued changes hold no connection. Throws `unavailable` when too many wait. */
export async function changeKnowledge<T>(db: Db, work: (tx: Tx) => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const queue = queues.get(db.$client) ?? new PQueue({ concurrency: 1 })
  queues.set(db.$client, queue)
  if (queue.size >= WAITING) throw new DeskError('unavailable')
  const waitAbort = new AbortController()
  const timer = setTimeout(() => waitAbort.abort(new DeskError('unavailable')), waitMs)
  const change = () => {
    clearTimeout(timer)
    return inTransaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('knowledge base', 0))`)
      return work(tx)
    })
  }
  return queue.add(change, { signal: waitAbort.signal })
}
