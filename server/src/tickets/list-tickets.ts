import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import type { TicketListQuerySchema } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type * as z from 'zod'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findStaffId, findVisibleTicket, readTicketFor } from './ticket.store.ts'
import { readPage, type TicketFilter } from './ticket-list.store.ts'
import { ticketOf } from './ticket-row.ts'
import type { TicketTotals } from './ticket-totals.ts'
import type { UnreadTickets } from './unread-tickets.store.ts'

type ListQuery = z.output<typeof TicketListQuerySchema>

export async function listTickets(
  context: ServerContext,
  { totals, unread }: { totals: TicketTotals; unread: UnreadTickets },
  signedIn: SignedIn,
  query: ListQuery,
): Promise<{ items: Ticket[]; total: number }> {
  const scope = requestedScope(signedIn, query.channel_key)
  const assigneeId = await requestedAssignee(context, signedIn, query.assignee)
  const matchesNone = assigneeId === null || (assigneeId !== undefined && query.unassigned === true)
  if (matchesNone || scope.isEmpty) return { items: [], total: 0 }
  const filter: TicketFilter = {
    viewerId: signedIn.staff.id,
    scope,
    status: query.status,
    assigneeId,
    unassigned: query.unassigned === true,
    unreadOnly: query.unread_only === true,
    among: query.unread_only === true ? await unread.of(signedIn.staff.id, query.status) : undefined,
    search: query.search,
  }
  const offset = (query.page - 1) * query.page_size
  const rows = await readPage(context.db, filter, { order: query.order, limit: query.page_size, offset })
  const isLastPage = rows.length < query.page_size && (rows.length > 0 || offset === 0)
  const total = isLastPage ? offset + rows.length : await totals.of(filter, query.order)
  return { items: rows.map(ticketOf), total }
}

/** Returns the scope of comma-separated channel keys; `__ALL__` and an empty text mean all permitted channels. */
export function requestedScope(signedIn: SignedIn, word: string | undefined): ChannelScope {
  const keys = (word ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const includesAll = keys.length === 0 || keys.includes(ALL_CHANNELS)
  return includesAll ? signedIn.scope : signedIn.scope.narrowTo(keys)
}

/** Returns the id of the assignee to filter by: undefined without a filter, null for an unknown staff member. */
async function requestedAssignee(
  context: ServerContext,
  signedIn: SignedIn,
  word: string | undefined,
): Promise<string | null | undefined> {
  if (word === undefined) return undefined
  if (word === 'me') return signedIn.staff.id
  if (word.includes('\0')) return null
  return (await findStaffId(context.db, word)) ?? null
}

export async function getTicket(context: ServerContext, signedIn: SignedIn, id: string): Promise<Ticket> {
  const ticket = await findVisibleTicket(context.db, signedIn.scope, id)
  return ticketOf(await readTicketFor(context.db, ticket, signedIn.staff.id))
}
