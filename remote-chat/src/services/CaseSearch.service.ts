import { fetchTicketPage } from 'shared/api'
import { offerSource, type StartService } from 'shared/extensions'

/** So many cases are shown in the palette. */
const FOUND = 8

/** Finds cases from the palette of any page, as the queue's search does. */
const start: StartService = ({ navigate }) =>
  offerSource({
    group: 'เคส',
    find: async (search, signal) => {
      const [{ items }, { describeCase }, { caseAddress }] = await Promise.all([
        fetchTicketPage({ search, page_size: FOUND }, signal),
        import(/* webpackChunkName: "case-search" */ '../ticket/describe-case.ts'),
        import(/* webpackChunkName: "case-search" */ '../address/ticket-address.ts'),
      ])
      return items.map((ticket) => ({
        id: ticket.id,
        label: ticket.profile.display_name,
        description: describeCase(ticket),
        run: () => navigate(caseAddress(ticket.id)),
      }))
    },
  })
export default start
