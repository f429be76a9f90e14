import { hasErrorCode, isApiError, postAccept, winnerOf } from 'shared/api'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../viewer.ts'

/** Whose the case is now. `holder` is null where the server does not say who was faster. */
export type AcceptOutcome = { mine: true } | { mine: false; holder: StaffMember | null }

/**
 * Takes a case for the person who is signed in, and has the cache know whose it is. One that they have already, from another
 * tab or by an accept whose answer was lost, is theirs.
 * @throws ApiError for every failure but that somebody was faster.
 */
export async function acceptTicket(cache: ChatCache, ticketId: string): Promise<AcceptOutcome> {
  try {
    cache.tickets.absorb(await postAccept(ticketId))
    return { mine: true }
  } catch (error) {
    const holder = winnerOf(error)
    if (holder !== null) {
      const version = cache.tickets.get(ticketId)?.version ?? 0
      cache.tickets.applyPatch({ id: ticketId, version, assigned_to: holder })
    }
    if (isApiError(error) && (error.status === 409 || error.status === 404)) cache.reloadTicket(ticketId)
    if (holder === null && !hasErrorCode(error, 'already_accepted')) throw error
    return holder !== null && isMe(holder) ? { mine: true } : { mine: false, holder }
  }
}
