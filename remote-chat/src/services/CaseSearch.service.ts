import { fetchTicketPage } from 'shared/api'
import { TICKET_ID_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { offerSource, type StartService } from 'shared/extensions'
import { formatThaiShort } from 'shared/ui'
import { caseAddress } from '../address/ticket-address.ts'
import { STATE_WORDS, stateOf } from '../ticket/ticket-words.ts'

/** So many cases are shown in the palette. */
const FOUND = 8

/** Finds cases from the palette of any page, as the queue's search does. */
const start: StartService = ({ navigate }) =>
  offerSource({
    group: 'เคส',
    find: async (search, signal) => {
      const { items } = await fetchTicketPage({ search, page_size: FOUND }, signal)
      return items.map((ticket) => ({
        id: ticket.id,
        label: ticket.profile.display_name,
        description: describe(ticket),
        run: () => navigate(caseAddress(ticket.id)),
      }))
    },
  })

/** What tells the cases of one customer apart comes first: of a long line the end is cut. */
function describe(ticket: Ticket): string {
  const state = STATE_WORDS[stateOf(ticket)]
  const when =
    ticket.closed_at === null
      ? `${state} · เปิดเมื่อ ${formatThaiShort(ticket.opened_at)}`
      : `${state} ${formatThaiShort(ticket.closed_at)}`
  return [when, ticket.channel.name, ticket.subject, ticket.id.slice(0, TICKET_ID_LENGTH)].join(' · ')
}
export default start
