import { fetchTicketPage } from 'shared/api'
import { MIN_MESSAGE_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { offerSource, type StartService } from 'shared/extensions'
import { PATHS } from '../address/chat-paths.ts'
import { requestMessageSearch } from '../search/requested-search.store.ts'

/** Maximum number of tickets shown in the palette. */
const MAX_RESULTS = 8

const isOnList = () => Object.values(PATHS).some((path) => location.pathname.startsWith(path))

const start: StartService = ({ navigate }) =>
  offerSource({
    group: 'เคส',
    find: async (search, signal) => {
      const [{ items }, { describeTicket }, { ticketAddress }, { customerLabels }] = await Promise.all([
        fetchTicketPage({ search, page_size: MAX_RESULTS }, signal),
        import(/* webpackChunkName: "ticket-search" */ '../ticket/describe-ticket.ts'),
        import(/* webpackChunkName: "ticket-search" */ '../address/ticket-address.ts'),
        import(/* webpackChunkName: "ticket-search" */ 'shared/contract/customers/customer-label.ts'),
      ])
      const customerOf = ({ id, customer_id, profile, channel }: Ticket) => ({
        customer: { id: customer_id ?? id, display_name: profile.display_name },
        channel,
      })
      const label = customerLabels(items.map(customerOf))
      return items.map((ticket) => ({
        id: ticket.id,
        label: label(customerOf(ticket)),
        image: ticket.profile.picture_url,
        description: describeTicket(ticket),
        run: () => navigate(ticketAddress(ticket.id)),
      }))
    },
    otherwise: (text) =>
      [...text].length < MIN_MESSAGE_SEARCH_LENGTH
        ? null
        : {
            id: 'search-messages',
            label: `ค้นหา “${text}” ในข้อความแชท`,
            description: 'เช่น เลขรายการ เบอร์โทร หรือคำที่ลูกค้าพิมพ์',
            run: () => {
              requestMessageSearch(text)
              if (!isOnList()) navigate(PATHS.queue)
            },
          },
  })
export default start
