/** What the failure of a message that was not sent means. */
import { ApiError, errorText, statusOf } from 'shared/api'
import type { OutboxMessage } from './outbox.ts'

/** A message that failed for lack of a connection is resent by itself when it comes back within this time. */
const RESUME_WITHIN_MS = 5 * 60_000

/** Any failure but one in which the server has said that it did not take the message. */
export function mayBeStored({ failure }: OutboxMessage): boolean {
  const status = statusOf(failure)
  return status === null || status >= 500
}

/** Whether a message will go without anybody's help once the connection is back. */
export function goesByItself({ state, failure, at }: OutboxMessage, now: number): boolean {
  return state === 'failed' && failure === 'network' && now - Date.parse(at) <= RESUME_WITHIN_MS
}

/** What people read of a failure, by the code that the outbox keeps. */
export function failureText({ failure }: OutboxMessage): string {
  if (failure === 'interrupted') return 'หน้าจอถูกปิดก่อนทราบผล'
  return errorText(new ApiError((failure ?? 'unknown') as ApiError['code'], 0))
}
