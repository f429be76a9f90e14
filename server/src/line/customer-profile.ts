import PQueue from 'p-queue'
import { inTransaction } from '../db/client.ts'
import type { ServerContext } from '../server-context.ts'
import { findTicket } from '../tickets/ticket.store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { ticketUpdateEvent } from '../tickets/ticket-update-event.ts'
import { findProfileOwner, recordProfileFailure, saveProfile } from './customer.store.ts'

const MAX_CONCURRENT = 4
const MAX_WAITING = 1_000

export class ProfileFetcher {
  private readonly context: ServerContext
  private readonly queue = new PQueue({ concurrency: MAX_CONCURRENT })
  private readonly requested = new Set<string>()

  constructor(context: ServerContext) {
    this.context = context
  }

  /** Queues a profile fetch, unless the queue is full; the sweeper then requests the profile again. */
  requestRefresh(customerId: string): void {
    if (this.requested.has(customerId) || this.queue.size >= MAX_WAITING) return
    this.requested.add(customerId)
    void this.queue.add(async () => {
      try {
        await fetchProfile(this.context, customerId)
      } catch (error) {
        this.context.availability.warn(error, 'a profile could not be stored', { customer: customerId })
      } finally {
        this.requested.delete(customerId)
      }
    })
  }

  /** Drops queued profile fetches; the sweeper requests them again after the next start. */
  stop(): Promise<void> {
    this.queue.pause()
    this.queue.clear()
    return this.queue.onPendingZero()
  }
}

async function fetchProfile(context: ServerContext, customerId: string): Promise<void> {
  const owner = await findProfileOwner(context.db, customerId)
  if (owner === undefined) return
  const channel = await context.line.forChannel(owner.channelKey)
  const result = await channel.profile(owner.lineUserId)
  if (result.kind === 'retry') {
    context.log.info({ customer: customerId, reason: result.message }, 'LINE returned no profile')
    return recordProfileFailure(context.db, customerId)
  }
  const profile = result.kind === 'found' ? result.profile : null
  const { row, isRenamed } = await inTransaction(context.db, async (tx) => {
    const { ticketId, isRenamed } = await saveProfile(tx, customerId, profile, context.now())
    return { row: ticketId === undefined ? undefined : await findTicket(tx, ticketId), isRenamed }
  })
  if (row !== undefined)
    context.bus.publish(ticketUpdateEvent(ticketOf(row), isRenamed ? { reason: 'renamed' } : {}))
}
