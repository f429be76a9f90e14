import { inTransaction } from '../db/client.ts'
import type { Desk } from '../desk.ts'
import { ticketFact } from '../tickets/publish.ts'
import { findTicket } from '../tickets/store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { findProfileOwner, noteProfileFailure, saveProfile } from './customer.store.ts'

const AT_ONCE = 4
const MAX_WAITING = 1_000

/** Fetches customers' profiles from LINE beside everything else: a few at once, each customer once at a time. */
export class ProfileFetcher {
  private readonly desk: Desk
  private readonly waiting = new Set<string>()
  private readonly running = new Set<string>()
  private idle: (() => void)[] = []

  constructor(desk: Desk) {
    this.desk = desk
  }

  /** Asks for a profile; when too many wait already, the sweeper comes back to it. */
  ask(customerId: string): void {
    if (this.running.has(customerId) || this.waiting.size >= MAX_WAITING) return
    this.waiting.add(customerId)
    this.next()
  }

  /** Resolves when nothing waits and nothing runs. */
  settled(): Promise<void> {
    if (this.waiting.size + this.running.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.idle.push(resolve))
  }

  private next(): void {
    for (const id of this.waiting) {
      if (this.running.size >= AT_ONCE) return
      this.waiting.delete(id)
      this.running.add(id)
      fetchProfile(this.desk, id)
        .catch((error) => this.desk.log.warn({ err: error, customer: id }, 'a profile could not be kept'))
        .finally(() => {
          this.running.delete(id)
          this.next()
          if (this.waiting.size + this.running.size === 0) for (const done of this.idle.splice(0)) done()
        })
    }
  }
}

/** Fetches one profile, keeps it and tells the open ticket's readers. */
async function fetchProfile(desk: Desk, customerId: string): Promise<void> {
  const owner = await findProfileOwner(desk.db, customerId)
  if (owner === undefined) return
  const channel = await desk.line.forChannel(owner.channel_key)
  const answer = await channel.profile(owner.line_user_id)
  if (answer.kind === 'retry') {
    desk.log.info({ customer: customerId, reason: answer.message }, 'LINE gave no profile')
    return noteProfileFailure(desk.db, customerId)
  }
  const row = await inTransaction(desk.db, async (tx) => {
    const profile = answer.kind === 'found' ? answer.profile : null
    const ticketId = await saveProfile(tx, customerId, profile, desk.now())
    return ticketId === undefined ? undefined : findTicket(tx, ticketId, null)
  })
  if (row !== undefined) desk.bus.publish(ticketFact(ticketOf(row)))
}
