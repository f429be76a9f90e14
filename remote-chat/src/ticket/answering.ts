import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isAssignee, type Viewer } from '../viewer.ts'

export interface Answering {
  /** Nobody has the case: an answer takes it first. */
  accepts: boolean
  /** Whose case it is, when that is somebody else. */
  colleague: StaffMember | null
}

/** What an answer of this person means in a case. */
export function answeringIn(ticket: Pick<Ticket, 'assigned_to'>, viewer: Viewer | null): Answering {
  const holder = ticket.assigned_to
  return {
    accepts: holder === null,
    colleague: viewer === null || isAssignee(viewer, ticket) ? null : holder,
  }
}

/** The words of a button that sends pictures, by what that means. */
export function sendPictureLabel({ accepts, colleague }: Answering): string {
  if (accepts) return 'ส่งรูปภาพและรับเคส'
  return colleague === null ? 'ส่งรูปภาพ' : 'ส่งรูปภาพแทนครั้งนี้'
}

/** Whether the case is open by now, whatever it was when a question was asked. */
export function isStillOpen(cache: ChatCache, ticket: Ticket): boolean {
  return (cache.tickets.get(ticket.id) ?? ticket).status === 'OPEN'
}
