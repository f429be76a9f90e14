import type { Db } from '../db/client.ts'
import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { markRecountsDue } from './opening-hours.store.ts'
import { isDataError, projectNewest, projectTickets, retryFailedTickets } from './ticket-metrics.store.ts'

/** Polling interval in ms, which is the delay from a commit until the metrics are updated. */
const POLL_MS = 600
const BATCH_SIZE = 500
/** Interval in ms between retries of tickets whose computation failed. The first retry is at the server's start. */
const FAILED_RETRY_MS = 3_600_000

type OnFailedTicket = (error: unknown, ticketId: string) => void

export function startMetricProjector({
  db,
  availability,
  log,
}: Pick<ServerContext, 'db' | 'availability' | 'log'>): Projector {
  let aside = 0
  const onFailedTicket: OnFailedTicket = (error, ticketId) => {
    aside += 1
    log.error(
      { err: error, ticketId, ticketsAside: aside },
      'a ticket cannot be counted: the metrics omit it',
    )
  }
  let triedAt = Number.NEGATIVE_INFINITY
  return startProjector({
    projectBatch: async (limit) => {
      const now = performance.now()
      if (now - triedAt >= FAILED_RETRY_MS) {
        await retryFailedTickets(db)
        triedAt = now
      }
      return projectNext(db, limit, onFailedTicket)
    },
    batchSize: BATCH_SIZE,
    pollMs: POLL_MS,
    onError: (error) => availability.warn(error, 'counting tickets failed; retrying'),
  })
}

/** Processes due tickets, then tickets of channels with new opening hours. Returns `limit` when more may be due. */
async function projectNext(
  db: Db,
  limit: number,
  onFailedTicket: OnFailedTicket,
): Promise<number | undefined> {
  const taken = await projectSkippingFailed(db, limit, onFailedTicket)
  if (taken === undefined || taken === limit) return taken
  return (await markRecountsDue(db, limit)) ? limit : taken
}

/** Processes a batch. When a ticket fails, halves the batch until it has only this ticket, which is set aside. */
export async function projectSkippingFailed(
  db: Db,
  limit: number,
  onFailedTicket: OnFailedTicket,
): Promise<number | undefined> {
  for (let portion = limit; ; portion = Math.ceil(portion / 2)) {
    try {
      const taken = await projectTickets(db, portion)
      return taken === portion ? limit : taken
    } catch (error) {
      if (!isDataError(error)) throw error
      if (portion > 1) continue
      const aside = await projectNewest(db)
      if (aside !== undefined) onFailedTicket(aside.error, aside.ticketId)
      return limit
    }
  }
}
