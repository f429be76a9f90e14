import type { Db } from '../db/client.ts'
import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { noteRecounts } from './opening-hours.store.ts'
import { isOfData, projectNewest, projectTickets, retrySetAside } from './ticket-metrics.store.ts'

/** Delay from a commit to the updated metrics, in ms. */
const POLL_MS = 600
const AT_ONCE = 500
/** Interval of retries for tickets that were set aside. The first retry runs on server start. */
const ASIDE_MS = 3_600_000

/** Called when the metrics of a ticket cannot be computed. */
type OnAside = (error: unknown, ticketId: string) => void

/** Starts the projector that keeps the dashboard's metrics current. */
export function startMetricProjector({
  db,
  availability,
  log,
}: Pick<ServerContext, 'db' | 'availability' | 'log'>): Projector {
  let aside = 0
  const onAside: OnAside = (error, ticketId) => {
    aside += 1
    log.error(
      { err: error, ticketId, ticketsAside: aside },
      'a ticket cannot be counted: the metrics omit it',
    )
  }
  let triedAt = Number.NEGATIVE_INFINITY
  return startProjector({
    take: async (limit) => {
      const now = performance.now()
      if (now - triedAt >= ASIDE_MS) {
        await retrySetAside(db)
        triedAt = now
      }
      return projectNext(db, limit, onAside)
    },
    atOnce: AT_ONCE,
    pollMs: POLL_MS,
    onError: (error) => availability.warn(error, 'counting tickets failed; retrying'),
  })
}

/**
 * Processes due tickets first. When few are due, marks tickets for recomputation. Returns `limit` when there may be
 * more.
 */
async function projectNext(db: Db, limit: number, onAside: OnAside): Promise<number | undefined> {
  const taken = await projectAround(db, limit, onAside)
  if (taken === undefined || taken === limit) return taken
  return (await noteRecounts(db, limit)) ? limit : taken
}

/**
 * Processes a batch. When a ticket fails, halves the batch until it contains only that ticket, and sets its row aside.
 * Returns `limit` after that, because more may be due.
 */
export async function projectAround(db: Db, limit: number, onAside: OnAside): Promise<number | undefined> {
  for (let portion = limit; ; portion = Math.ceil(portion / 2)) {
    try {
      const taken = await projectTickets(db, portion)
      return taken === portion ? limit : taken
    } catch (error) {
      if (!isOfData(error)) throw error
      if (portion > 1) continue
      const aside = await projectNewest(db)
      if (aside !== undefined) onAside(aside.error, aside.ticketId)
      return limit
    }
  }
}
