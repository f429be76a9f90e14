import type { Mention } from 'shared/contract/notes/note.ts'
import { caseAddress } from '../address/ticket-address.ts'

/** The case, at the message behind which the note stands: it may lie far below what the person has not read there. */
export function mentionAddress({ ticket_id, after_seq = 0 }: Mention): string {
  return caseAddress(ticket_id) + (after_seq > 0 ? `&message=${after_seq}` : '')
}
