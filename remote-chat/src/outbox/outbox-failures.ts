import { ApiError, errorText, statusOf } from 'shared/api'
import type { OutboxMessage } from './outbox.ts'

/**
 * Time during which a message is retried automatically, in ms: enough for an hour offline. Afterwards the user decides
 * whether to send it.
 */
const RESUME_WITHIN_MS = 2 * 60 * 60_000
/** Codes of temporary failures: no connection, no response, overload, or a starting server or database. */
const PASSING: readonly (string | null)[] = [
  'network',
  'timeout',
  // Response that is not from our server, such as the sign-in page of a Wi-Fi network.
  'bad_answer',
  'rate_limited',
  'busy',
  'upload_paused',
  'unavailable',
] satisfies ApiError['code'][]

/** True when a message or note with this failure is retried automatically. */
export const isTemporaryFailure = (failure: string | null): boolean => PASSING.includes(failure)

export const isFresh = ({ at }: OutboxMessage, now: number): boolean =>
  now - Date.parse(at) <= RESUME_WITHIN_MS

/** True unless the server reported that it did not store the message. */
export function mayBeStored({ failure }: OutboxMessage): boolean {
  const status = statusOf(failure)
  return status === null || status >= 500
}

/** True when a failed message is retried automatically. */
export function isRetriedAutomatically(message: OutboxMessage, now: number): boolean {
  return message.state === 'failed' && isTemporaryFailure(message.failure) && isFresh(message, now)
}

/** Codes for refused image content: a retry would give the same result. */
const CONTENT_REFUSED: readonly (string | null)[] = [
  'upload_empty',
  'upload_too_large',
  'image_type_unsupported',
  'image_broken',
  'image_too_many_pixels',
  'image_too_costly',
] satisfies ApiError['code'][]

/** True when retrying a failed message could succeed. */
export const mayBeRetried = ({ state, failure }: OutboxMessage): boolean =>
  state === 'failed' && !CONTENT_REFUSED.includes(failure)

/** Returns the failed step: sending a text, uploading an image, or sending an image by its URL. */
export function failedStep({ image, imageUrl }: OutboxMessage): 'send' | 'upload' | 'sendImage' {
  if (imageUrl !== null) return 'sendImage'
  return image ? 'upload' : 'send'
}

/** Returns the Thai text for the stored failure code. */
export function failureText({ failure }: OutboxMessage): string {
  if (failure === 'interrupted') return 'หน้าจอถูกปิดก่อนทราบผล'
  return errorText(new ApiError((failure ?? 'unknown') as ApiError['code'], 0))
}
