import { CLOSE_ANY_PERMISSION, CLOSE_ANY_ROLES } from 'shared/contract/constants.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { closeTicket as closeCall } from 'shared/contract/tickets/close-ticket.call.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type * as z from 'zod'
import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { isAgentOf } from '../staff/staff.store.ts'
import { claimTicket, closeOpenTicket } from './assignment.store.ts'
import { findVisibleTicket, lockVisibleTicket, readTicketFor } from './ticket.store.ts'
import { ticketOf } from './ticket-row.ts'
import { ticketUpdateEvent } from './ticket-update-event.ts'
import { findTimelineEvent } from './timeline-event.store.ts'

const NEWER_MESSAGE = 'ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส'

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
