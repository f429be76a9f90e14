import type { TransferTarget } from '../contract/staff/list-transfer-targets.call.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import type { MockConversations } from './mock-conversations.ts'
import type { MockStaff } from './mock-profile.ts'
import { MockRefusal } from './mock-refusal.ts'

/**
 * Transfers a ticket to another agent, or unassigns it when `to` is null. Follows the server's rules as far as screens
 * depend on them.
 */
export function mockAssigneeChange(
  tickets: MockConversations,
  { me, otherStaff }: MockStaff,
  id: string,
  { from, to = null, reason = '' }: { from: string; to?: string | null; reason?: string },
): Ticket {
  const ticket = tickets.ticketOf(id)
  const assignee = ticket.assigned_to
  const newAssignee = [me, ...otherStaff].find((each) => each.id === to) ?? null
  if (ticket.status === 'CLOSED') throw new MockRefusal(409, 'already_closed')
  if (assignee === null || assignee.id !== from)
    throw new MockRefusal(409, 'assignee_changed', { assigned_to: assignee })
  if (to !== null && newAssignee === null) throw new MockRefusal(409, 'assignee_not_allowed')
  if (to !== me.id && reason.trim() === '') throw new MockRefusal(400, 'reason_required')
  const kind = to === null ? 'returned' : 'transferred'
  tickets.addTimelineEvent(id, {
    kind,
    staff: me,
    from: assignee,
    to: newAssignee,
    text: reason.trim() || null,
  })
  const changed = tickets.change(id, { assigned_to: newAssignee })
  tickets.publish({ type: 'ticket_list_update', data: { reason: kind, ticket_id: id } })
  return changed
}

/** Returns all given staff members as online, with the number of their open tickets. */
export function mockTransferTargets(
  staff: readonly StaffMember[],
  tickets: ReadonlyMap<string, Ticket>,
): TransferTarget[] {
  const open = [...tickets.values()].filter(({ status }) => status === 'OPEN')
  return staff.map((staffMember) => ({
    ...staffMember,
    is_online: true,
    open_count: open.filter(({ assigned_to }) => assigned_to?.id === staffMember.id).length,
  }))
}
