import type { ConversationLine } from '../contract/messages/conversation-line.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'

/** What a hand-over needs of the desk. */
interface Holder {
  me: StaffMember
  colleagues: readonly StaffMember[]
  ticket: (id: string) => Ticket
  change: (id: string, change: Partial<Ticket>) => Ticket
  addLine: (ticketId: string, line: Partial<ConversationLine>) => void
  refuse: (status: number, code: string, extra?: Record<string, unknown>) => Error
  tellLists: (reason: string, ticketId: string) => void
}

/** Gives a case to a colleague, or (`to` null) back to the queue, by the server's rules as far as screens see them. */
export function mockHandOver(
  desk: Holder,
  id: string,
  { from, to = null, reason = '' }: { from: string; to?: string | null; reason?: string },
): Ticket {
  const ticket = desk.ticket(id)
  const holder = ticket.assigned_to
  const receiver = [desk.me, ...desk.colleagues].find((each) => each.id === to) ?? null
  if (ticket.status === 'CLOSED') throw desk.refuse(409, 'already_closed')
  if (holder === null || holder.id !== from)
    throw desk.refuse(409, 'assignee_changed', { assigned_to: holder })
  if (to !== null && receiver === null) throw desk.refuse(409, 'receiver_not_allowed')
  if (to !== desk.me.id && reason.trim() === '') throw desk.refuse(400, 'reason_required')
  const kind = to === null ? 'returned' : 'transferred'
  desk.addLine(id, { kind, staff: desk.me, from: holder, to: receiver, text: reason.trim() || null })
  const changed = desk.change(id, { assigned_to: receiver })
  desk.tellLists(kind, id)
  return changed
}
