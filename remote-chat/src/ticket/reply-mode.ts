import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isAssignee, type Viewer } from '../signed-in-user.ts'

export interface ReplyMode {
  /** True for an unassigned ticket, which a reply accepts before it is sent. */
  accepts: boolean
  otherAssignee: StaffMember | null
}

export function replyModeIn(ticket: Pick<Ticket, 'assigned_to'>, viewer: Viewer | null): ReplyMode {
  const assignee = ticket.assigned_to
  return {
    accepts: assignee === null,
    otherAssignee: viewer === null || isAssignee(viewer, ticket) ? null : assignee,
  }
}

export function sendImageLabel({ accepts, otherAssignee }: ReplyMode): string {
  if (accepts) return 'ส่งรูปภาพและรับเคส'
  return otherAssignee === null ? 'ส่งรูปภาพ' : 'ส่งรูปภาพแทนครั้งนี้'
}

export function isStillOpen(cache: ChatCache, ticket: Ticket): boolean {
  return (cache.tickets.get(ticket.id) ?? ticket).status === 'OPEN'
}
