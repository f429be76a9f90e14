import { ApiError, errorText, statusOf } from 'shared/api'
import type { OutboxMessage } from './outbox.ts'

/** Period of automatic retries in ms, enough for an hour offline; afterwards the user decides. */
const RESUME_WITHIN_MS = 2 * 60 * 60_000
const TEMPORARY_ERRORS: readonly (string | null)[] = [
  'network',
  'timeout',
  // Response that is not from our server, such as the sign-in page of a Wi-Fi network.
  'bad_answer',
  'rate_limited',
  'busy',
  'upload_paused',
  'unavailable',
] satisfies ApiError['code'][]

export const isTemporaryFailure = (failure: string | null): boolean => TEMPORARY_ERRORS.includes(failure)

export const isFresh = ({ at }: OutboxMessage, now: number): boolean =>
  now - Date.parse(at) <= RESUME_WITHIN_MS

/** True when the server may have stored the message: its response did not say that the message was refused. */
export function mayBeStored({ failure }: OutboxMessage): boolean {
  const status = statusOf(failure)
  return status === null || status >= 500
}

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

export const mayBeRetried = ({ state, failure }: OutboxMessage): boolean =>
  state === 'failed' && !CONTENT_REFUSED.includes(failure)

export function failedStep({ image, imageUrl }: OutboxMessage): 'send' | 'upload' | 'sendImage' {
  if (imageUrl !== null) return 'sendImage'
  return image ? 'upload' : 'send'
}

export function failureText({ failure }: OutboxMessage): string {
  if (failure === 'interrupted') return 'หน้าจอถูกปิดก่อนทราบผล'
  return errorText(new ApiError((failure ?? 'unknown') as ApiError['code'], 0))
}
