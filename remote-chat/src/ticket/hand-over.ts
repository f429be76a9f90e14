import { errorText, type HandOverCalls, handOverCalls, hasErrorCode, isApiError, winnerOf } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../viewer.ts'

/**
 * Runs a call that changes the assignee, and updates the cache.
 * @throws ApiError, with its text in `handOverFailure`
 */
export async function handOver(
  cache: ChatCache,
  ticketId: string,
  call: (calls: HandOverCalls) => Promise<Ticket>,
): Promise<Ticket> {
  try {
    const ticket = cache.tickets.absorb(await call(await handOverCalls()))
    cache.reloadLists()
    return ticket
  } catch (error) {
    if (isApiError(error) && error.status === 409) {
      cache.reloadTicket(ticketId)
      cache.reloadLists()
    }
    throw error
  }
}

export function handOverFailure(error: unknown): string {
  // The server has the ticket but not the call.
  if (hasErrorCode(error, 'not_found')) return 'เซิร์ฟเวอร์นี้ยังไม่รองรับการโอนหรือคืนเคส'
  const holder = hasErrorCode(error, 'assignee_changed') ? winnerOf(error) : null
  if (holder === null) return errorText(error)
  return isMe(holder) ? 'เคสนี้เป็นของคุณแล้ว' : `ตอนนี้ ${staffLabel(holder)} ดูแลเคสนี้อยู่`
}
