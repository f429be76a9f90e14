import type { Mention } from 'shared/contract/notes/note.ts'
import { openAtStep } from '../address/open-ticket.ts'
import { type TicketLocation, ticketAddress } from '../address/ticket-address.ts'
import type { Address, AddressStep } from '../address/use-page-address.ts'

export const mentionAddress = (mention: Mention): string =>
  ticketAddress(mention.ticket_id, locationOf(mention))

export const mentionStep = (now: Address, mention: Mention): AddressStep =>
  openAtStep(now, mention.ticket_id, locationOf(mention))

const locationOf = ({ id, after_seq = 0 }: Mention): TicketLocation | null =>
  after_seq > 0 ? { seq: after_seq, note: id } : null
