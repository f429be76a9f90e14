import type { ErrorCode } from 'shared/contract/errors.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { publishEverywhere } from '../cluster-events.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { isAgentOf } from '../staff/staff.store.ts'
import { mayManageTicket } from './accept-and-close.ts'
import {
  type AssigneeChange,
  findOwnOpenTickets,
  isLastAssigneeChange,
  transferOpenTicket,
  unassignOpenTicket,
} from './assignment.store.ts'
import { findVisibleTicket, lockVisibleTicket, readTicketFor, type VisibleTicket } from './ticket.store.ts'
import { ticketOf } from './ticket-row.ts'
import { ticketUpdateEvent } from './ticket-update-event.ts'
import { findTimelineEvent } from './timeline-event.store.ts'

const MAX_UNASSIGNED = 200

export async function transferTicket(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  request: { from: string; to: string; reason?: string | undefined },
): Promise<Ticket> {
  const { to } = request
  const { id: me } = signedIn.staff
  // A transfer needs a reason for the next assignee to read, except when the caller takes over the ticket.
  const reason = to === me ? (request.reason?.trim() ?? '') : requireReason(request.reason)
  return changeAssignee(
    context,
    signedIn,
    id,
    { from: request.from, to, reason, kind: 'transferred' },
    async (tx, ticket, how) => {
      if (to === how.from) throw new DeskError('already_assigned')
      if (!(await isAgentOf(tx, to, ticket.head.channel_key))) throw new DeskError('assignee_not_allowed')
      return transferOpenTicket(tx, ticket, how, to)
    },
  )
}

export function unassignTicket(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  request: { from: string; reason: string },
): Promise<Ticket> {
  const how = {
    from: request.from,
    to: null,
    reason: requireReason(request.reason),
    kind: 'returned' as const,
  }
  return changeAssignee(context, signedIn, id, how, unassignOpenTicket)
}

/** Each ticket has its own transaction, so that a conflict in one ticket does not affect the others. */
export async function unassignOwnTickets(
  context: ServerContext,
  signedIn: SignedIn,
  request: { reason: string },
): Promise<{ unassigned: string[]; failed: { id: string; customer: string; code: string }[]; left: number }> {
  const reason = requireReason(request.reason)
  const { id: me } = signedIn.staff
  const own = await findOwnOpenTickets(context.db, me, MAX_UNASSIGNED)
  const unassigned: string[] = []
  const failed: { id: string; customer: string; code: ErrorCode }[] = []
  for (const id of own.ids) {
    try {
      await unassignTicket(context, signedIn, id, { from: me, reason })
      unassigned.push(id)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      failed.push({ id, customer: await customerOf(context, signedIn, id), code: error.code })
    }
  }
  return { unassigned, failed, left: own.total - own.ids.length }
}

/** Returns the customer's name; an empty text when the caller no longer has access to the channel. */
async function customerOf(context: ServerContext, signedIn: SignedIn, id: string): Promise<string> {
  try {
    const ticket = await findVisibleTicket(context.db, signedIn.scope, id)
    return ticketOf(await readTicketFor(context.db, ticket, signedIn.staff.id)).profile.display_name
  } catch (error) {
    if (error instanceof DeskError) return ''
    throw error
  }
}

function requireReason(reason: string | undefined): string {
  const words = reason?.trim() ?? ''
  if (words === '') throw new DeskError('reason_required')
  return words
}

/** Changes the assignee under the ticket's lock, so that only one of several transfers, closes and accepts succeeds. */
async function changeAssignee(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  {
    from,
    to,
    reason,
    kind,
  }: { from: string; to: string | null; reason: string; kind: 'transferred' | 'returned' },
  change: (tx: Tx, ticket: VisibleTicket, how: AssigneeChange) => Promise<number | undefined>,
): Promise<Ticket> {
  const { id: by } = signedIn.staff
  const { row, timelineEvent } = await inTransaction(context.db, async (tx) => {
    const visible = await lockVisibleTicket(tx, signedIn.scope, id)
    const { head } = visible
    if (head.status !== 'OPEN') throw new DeskError('already_closed')
    if (head.assignee_id !== from) {
      // The same request succeeded before, but its response was lost, so the result is returned again.
      if (await isLastAssigneeChange(tx, visible, { by, from, to }))
        return { row: await readTicketFor(tx, visible, by), timelineEvent: null }
      const { assigned_to } = ticketOf(await readTicketFor(tx, visible, by))
      throw new DeskError('assignee_changed', { assigned_to })
    }
    if (!mayManageTicket(signedIn, head)) throw new DeskError('forbidden_transfer')
    const how = { by, from, reason: reason === '' ? null : reason, now: context.now() }
    const eventId = await change(tx, visible, how)
    if (eventId === undefined) throw new DeskError('already_closed')
    return { row: await readTicketFor(tx, visible, by), timelineEvent: await findTimelineEvent(tx, eventId) }
  })
  const ticket = ticketOf(row)
  if (timelineEvent === null) return ticket
  context.bus.publish(ticketUpdateEvent(ticket, { reason: kind, timelineEvents: [timelineEvent] }))
  const staffIds = [from, ticket.assigned_to?.id ?? by].filter((each) => each !== by)
  if (staffIds.length > 0) {
    const assignmentChange = {
      channel_key: ticket.channel_key,
      customer: ticket.profile.display_name,
      timeline_event: timelineEvent,
    }
    publishEverywhere(context, { kind: 'assignment_changed', staffIds, assignmentChange })
  }
  return ticket
}
