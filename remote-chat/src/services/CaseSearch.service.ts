import { fetchTicketPage } from 'shared/api'
import { TICKET_ID_LENGTH } from 'shared/contract/constants.ts'
import { offerSource, type StartService } from 'shared/extensions'
import { caseAddress } from '../address/ticket-address.ts'

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
        description: [ticket.channel.name, ticket.subject, ticket.id.slice(0, TICKET_ID_LENGTH)].join(' · '),
        run: () => navigate(caseAddress(ticket.id)),
      }))
    },
  })
export default start
