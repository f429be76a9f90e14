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

/** The words of a button that sends, by what it means. */
export function sendLabel({ accepts, colleague }: Answering, own: string): string {
  return accepts ? 'ตอบและรับเคส' : colleague === null ? own : 'ตอบแทนครั้งนี้'
}

/** Whether the case is open by now, whatever it was when a question was asked. */
export function isStillOpen(cache: ChatCache, ticket: Ticket): boolean {
  return (cache.tickets.get(ticket.id) ?? ticket).status === 'OPEN'
}
