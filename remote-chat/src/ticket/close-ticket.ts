import { fetchTicket, hasErrorCode, isApiError, postClose } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../signed-in-user.ts'

/**
 * Closes a ticket. A ticket that the user has already closed, by a request whose response was lost, counts as closed.
 * @throws ApiError for every other failure, also when another agent has closed the ticket.
 */
export async function closeTicket(cache: ChatCache, seen: Ticket): Promise<void> {
  try {
    cache.tickets.absorb(await postClose(seen))
  } catch (error) {
    if (hasErrorCode(error, 'already_closed') && (await wasClosedByMe(cache, seen.id))) return
    if (isApiError(error) && (error.status === 409 || error.status === 404)) cache.reloadTicket(seen.id)
    throw error
  }
}

async function wasClosedByMe(cache: ChatCache, id: string): Promise<boolean> {
  try {
    const { closed_by } = cache.tickets.absorb(await fetchTicket(id))
    return closed_by !== null && isMe(closed_by)
  } catch (error) {
    console.warn('a ticket could not be read again', error)
    return false
  }
}
