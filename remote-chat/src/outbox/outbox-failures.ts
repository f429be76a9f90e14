/** What the failure of a message that was not sent means. */
import { ApiError, errorText, statusOf } from 'shared/api'
import type { OutboxMessage } from './outbox.ts'

/** A message goes by itself for so long after it was sent off: an offline hour and some more. Then a person decides whether it still fits. */
const RESUME_WITHIN_MS = 2 * 60 * 60_000
/** Without a connection, without an answer, too much at once, or while the server or its database starts. */
const PASSING: readonly (string | null)[] = [
  'network',
  'timeout',
  // Response of another server, such as the sign-in page of a network.
  'bad_answer',
  'rate_limited',
  'busy',
  'upload_paused',
  'unavailable',
] satisfies ApiError['code'][]

/** Whether what failed for this reason, a message or a note, goes again without anybody's help. */
export const passesByItself = (failure: string | null): boolean => PASSING.includes(failure)

export const isFresh = ({ at }: OutboxMessage, now: number): boolean =>
  now - Date.parse(at) <= RESUME_WITHIN_MS

/** Any failure but one in which the server has said that it did not take the message. */
export function mayBeStored({ failure }: OutboxMessage): boolean {
  const status = statusOf(failure)
  return status === null || status >= 500
}

/** Whether a message that has failed will go without anybody's help. */
export function goesByItself(message: OutboxMessage, now: number): boolean {
  return message.state === 'failed' && passesByItself(message.failure) && isFresh(message, now)
}

/** The server has looked at the picture itself: asked again it would say the same. */
const CONTENT_REFUSED: readonly (string | null)[] = [
  'upload_empty',
  'upload_too_large',
  'image_type_unsupported',
  'image_broken',
  'image_too_many_pixels',
  'image_too_costly',
] satisfies ApiError['code'][]

/** Whether to send a message that has failed once more could help. */
export const mayBeRetried = ({ state, failure }: OutboxMessage): boolean =>
  state === 'failed' && !CONTENT_REFUSED.includes(failure)

/** The failed step: sending a text, uploading an image, or sending an image by its link. */
export function failedStep({ picture, imageUrl }: OutboxMessage): 'send' | 'upload' | 'sendImage' {
  if (imageUrl !== null) return 'sendImage'
  return picture ? 'upload' : 'send'
}

/** What people read of a failure, by the code that the outbox keeps. */
export function failureText({ failure }: OutboxMessage): string {
  if (failure === 'interrupted') return 'หน้าจอถูกปิดก่อนทราบผล'
  return errorText(new ApiError((failure ?? 'unknown') as ApiError['code'], 0))
}
