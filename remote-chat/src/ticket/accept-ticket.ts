import { assigneeInError, hasErrorCode, isApiError, postAccept } from 'shared/api'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../signed-in-user.ts'

/** Result of accepting a ticket. `assignee` is null when the server does not name the agent who accepted it first. */
export type AcceptOutcome = { mine: true } | { mine: false; assignee: StaffMember | null }

/**
 * Accepts a ticket. A ticket that the user already has, accepted in another tab or by a request whose response was
 * lost, counts as accepted. @throws ApiError for every failure except that another agent was faster.
 */
export async function acceptTicket(cache: ChatCache, ticketId: string): Promise<AcceptOutcome> {
  try {
    cache.tickets.absorb(await postAccept(ticketId))
    return { mine: true }
  } catch (error) {
    const assignee = assigneeInError(error)
    if (assignee !== null) {
      const version = cache.tickets.get(ticketId)?.version ?? 0
      cache.tickets.applyPatch({ id: ticketId, version, assigned_to: assignee })
    }
    if (isApiError(error) && (error.status === 409 || error.status === 404)) cache.reloadTicket(ticketId)
    if (assignee === null && !hasErrorCode(error, 'already_accepted')) throw error
    return assignee !== null && isMe(assignee) ? { mine: true } : { mine: false, assignee }
  }
}
