import type { Mention } from 'shared/contract/notes/note.ts'
import { openAtStep } from '../address/open-ticket.ts'
import { type TicketLocation, ticketAddress } from '../address/ticket-address.ts'
import type { Address, AddressStep } from '../address/use-page-address.ts'

/** Returns the URL of the ticket at the note, which may be far below the first unread message. */
export const mentionAddress = (mention: Mention): string =>
  ticketAddress(mention.ticket_id, locationOf(mention))

/**
 * Returns the URL change that opens the note. If the URL already points to the note, the conversation scrolls to it
 * again.
 */
export const mentionStep = (now: Address, mention: Mention): AddressStep =>
  openAtStep(now, mention.ticket_id, locationOf(mention))

const locationOf = ({ id, after_seq = 0 }: Mention): TicketLocation | null =>
  after_seq > 0 ? { seq: after_seq, note: id } : null
