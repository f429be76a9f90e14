import type { Mention } from 'shared/contract/notes/note.ts'
import { caseAddress, ticketIn } from '../address/ticket-address.ts'
import type { Address, AddressStep } from '../address/use-page-address.ts'

/** The case, at the note, behind the message where it stands: it may lie far below what the person has not read there. */
export function mentionAddress({ id, ticket_id, after_seq = 0 }: Mention): string {
  return (
    caseAddress(ticket_id) + (after_seq > 0 ? `&message=${after_seq}&note=${encodeURIComponent(id)}` : '')
  )
}

/** The step there; where the address says so already, the person is led there once more. */
export function mentionStep(now: Address, mention: Mention): AddressStep {
  if (ticketIn(now) === mention.ticket_id && now.params.get('note') === mention.id)
    return { replace: true, state: { ...Object(now.state), soughtAt: Date.now() } }
  const [pathname, query] = mentionAddress(mention).split('?')
  return { pathname, params: new URLSearchParams(query) }
}
