import {
  type AssigneeCalls,
  assigneeCalls,
  assigneeInError,
  errorText,
  hasErrorCode,
  isApiError,
} from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isMe } from '../signed-in-user.ts'

/** Changes the assignee of a ticket. @throws ApiError; `changeAssigneeFailure` returns its Thai text */
export async function changeAssignee(
  cache: ChatCache,
  ticketId: string,
  call: (calls: AssigneeCalls) => Promise<Ticket>,
): Promise<Ticket> {
  try {
    const ticket = cache.tickets.absorb(await call(await assigneeCalls()))
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

export function changeAssigneeFailure(error: unknown): string {
  // The ticket exists, but the server does not have this endpoint.
  if (hasErrorCode(error, 'not_found')) return 'เซิร์ฟเวอร์นี้ยังไม่รองรับการโอนหรือคืนเคส'
  const assignee = hasErrorCode(error, 'assignee_changed') ? assigneeInError(error) : null
  if (assignee === null) return errorText(error)
  return isMe(assignee) ? 'เคสนี้เป็นของคุณแล้ว' : `ตอนนี้ ${staffLabel(assignee)} ดูแลเคสนี้อยู่`
}
