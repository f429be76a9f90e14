import type { Mention } from 'shared/contract/notes/note.ts'
import { openAtStep } from '../address/open-ticket.ts'
import { type CasePlace, caseAddress } from '../address/ticket-address.ts'
import type { Address, AddressStep } from '../address/use-page-address.ts'

/** The case, at the note, behind the message where it stands: it may lie far below what the person has not read there. */
export const mentionAddress = (mention: Mention): string => caseAddress(mention.ticket_id, placeOf(mention))

/** The step there; where the address says so already, the person is led there once more. */
export const mentionStep = (now: Address, mention: Mention): AddressStep =>
  openAtStep(now, mention.ticket_id, placeOf(mention))

const placeOf = ({ id, after_seq = 0 }: Mention): CasePlace | null =>
  after_seq > 0 ? { seq: after_seq, note: id } : null
