import { ALL_CHANNELS, CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES } from 'shared/contract/constants.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { closeTicket as closeCall } from 'shared/contract/tickets/close-ticket.call.ts'
import type { TicketListQuerySchema } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type * as z from 'zod'
import { publishEverywhere } from '../cluster-events.ts'
import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { isAgentOf } from '../staff/staff.store.ts'
import { claimTicket, closeOpenTicket } from './assignment.store.ts'
import { findStaffId, findVisibleTicket, lockVisibleTicket, readTicketFor, saveRead } from './ticket.store.ts'
import { readPage, type TicketFilter } from './ticket-list.store.ts'
import { ticketOf } from './ticket-row.ts'
import type { TicketTotals } from './ticket-totals.ts'
import { ticketUpdateEvent } from './ticket-update-event.ts'
import { findTimelineEvent } from './timeline-event.store.ts'
import type { UnreadTickets } from './unread-tickets.store.ts'

const NEWER_MESSAGE = 'ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส'

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

/** Accepts a ticket. One concurrent request succeeds; the others get `already_accepted` with the assignee's name. */
export async function acceptTicket(context: ServerContext, signedIn: SignedIn, id: string): Promise<Ticket> {
  const { id: staffId } = signedIn.staff
  const visible = await findVisibleTicket(context.db, signedIn.scope, id)
  const { timelineEvent, row } = await inTransaction(context.db, async (tx) => {
    if (!(await isAgentOf(tx, staffId, visible.head.channel_key))) throw new DeskError('forbidden_channel')
    const eventId = await claimTicket(tx, visible, staffId, context.now())
    const timelineEvent = eventId === undefined ? undefined : await findTimelineEvent(tx, eventId)
    return { timelineEvent, row: await readTicketFor(tx, visible, staffId) }
  })
  const ticket = ticketOf(row)
  if (timelineEvent !== undefined) {
    context.bus.publish(ticketUpdateEvent(ticket, { reason: 'accepted', timelineEvents: [timelineEvent] }))
    return ticket
  }
  if (ticket.status === 'CLOSED') throw new DeskError('already_closed')
  const winner = ticket.assigned_to
  throw new DeskError('already_accepted', {
    ...(winner === null ? {} : { message: `คุณ${staffLabel(winner)} รับเคสนี้แล้ว` }),
    assigned_to: winner,
  })
}

export function mayManageTicket(signedIn: SignedIn, ticket: { assignee_id: string | null }): boolean {
  const { id, role, permissions } = signedIn.staff
  if (ticket.assignee_id === id) return true
  return (
    (CLOSE_ANY_ROLES as readonly (string | null)[]).includes(role) ||
    permissions.includes(CLOSE_ANY_PERMISSION)
  )
}

/** Closes a ticket. Throws when the ticket has changed since the state that the caller saw (`seen`). */
export async function closeTicket(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  seen: z.output<typeof closeCall.body>,
): Promise<Ticket> {
  const { row, timelineEvent } = await inTransaction(context.db, async (tx) => {
    const visible = await lockVisibleTicket(tx, signedIn.scope, id)
    const { head } = visible
    if (!mayManageTicket(signedIn, head)) throw new DeskError('forbidden_not_assignee')
    if (head.status === 'CLOSED') throw new DeskError('already_closed')
    if (head.last_in_seq > (seen?.last_in_seq ?? head.last_in_seq))
      throw new DeskError('conflict', { message: NEWER_MESSAGE })
    if (seen?.from !== undefined && seen.from !== head.assignee_id) throw new DeskError('assignee_changed')
    const eventId = await closeOpenTicket(tx, visible, signedIn.staff.id, context.now())
    if (eventId === undefined) throw new DeskError('already_closed')
    return {
      row: await readTicketFor(tx, visible, signedIn.staff.id),
      timelineEvent: await findTimelineEvent(tx, eventId),
    }
  })
  const ticket = ticketOf(row)
  context.bus.publish(ticketUpdateEvent(ticket, { reason: 'closed', timelineEvents: [timelineEvent] }))
  return ticket
}

export async function readTicket(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  seq: number,
): Promise<{ seq: number; unread_count: number }> {
  const ticket = await findVisibleTicket(context.db, signedIn.scope, id)
  const { id: staffId } = signedIn.staff
  const saved = await saveRead(context.db, ticket, { staffId, seq, now: context.now() })
  publishEverywhere(context, { kind: 'ticket_read', staffId, ticketId: ticket.id, seq: saved })
  const row = await readTicketFor(context.db, ticket, staffId)
  return { seq: saved, unread_count: row.unread_count }
}
