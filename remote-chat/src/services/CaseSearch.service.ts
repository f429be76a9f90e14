import { fetchTicketPage } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { offerSource, type StartService } from 'shared/extensions'
import { PATHS } from '../address/paths.ts'

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
        description: [ticket.channel.name, ticket.subject, ticket.id.slice(0, 8)].join(' · '),
        run: () => navigate(addressOf(ticket)),
      }))
    },
  })
export default start

/** Beside the list that is open, with its filters; else beside the queue. */
function addressOf({ id }: Ticket): string {
  const { pathname, search } = window.location
  const isList = pathname === PATHS.queue || pathname === PATHS.mine
  const params = new URLSearchParams(isList ? search : '')
  params.delete('open')
  params.set('ticket', id)
  return `${isList ? pathname : PATHS.queue}?${params}`
}
