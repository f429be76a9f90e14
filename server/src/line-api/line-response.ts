import { HTTPFetchError } from '@line/bot-sdk'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import { asRaw, firstText, readJson } from 'shared/contract/raw-json.ts'
import { networkReason } from '../log.ts'

interface LineProfile {
  displayName: string
  pictureUrl: string | null
  statusMessage: string | null
}

/** Result of a profile request. `unknown`: no profile (blocked, no consent), so an immediate retry is useless. */
export type ProfileResult =
  | { kind: 'found'; profile: LineProfile }
  | { kind: 'unknown' }
  | { kind: 'retry'; message: string }

export interface SentMessage {
  id: string
  quoteToken: string | null
}

/**
 * `retry`: the response was lost, or LINE asked to retry after `afterMs`. `isThrottled`: the channel exceeded its rate
 * limit. `wasNotProcessed`: LINE certainly did not process the request.
 */
export type SendResult =
  | { kind: 'accepted'; requestId: string | null; sentMessages: SentMessage[] }
  | { kind: 'rejected'; code: DeliveryErrorCode; message: string }
  | { kind: 'token_refused'; message: string }
  | { kind: 'retry'; message: string; afterMs?: number; isThrottled?: boolean; wasNotProcessed?: boolean }

/** Reads `sentMessages` of a response, which has the order of the messages in the request. */
export function sentMessagesOf(response: unknown): SentMessage[] {
  const { sentMessages } = asRaw(response)
  if (!Array.isArray(sentMessages)) return []
  return sentMessages.map(asRaw).map((each) => ({
    id: firstText(each, 'id') ?? '',
    quoteToken: firstText(each, 'quoteToken') ?? null,
  }))
}

/** LINE's error responses for the monthly quota and for the rate limit differ only in their message text. */
export function sendFailure(error: unknown): SendResult {
  if (!(error instanceof HTTPFetchError))
    return { kind: 'retry', message: networkReason(error), wasNotProcessed: wasNeverConnected(error) }
  const { status, headers } = error
  const body = bodyOf(error)
  const message = `${status} ${textOf(body)}`.trim().slice(0, 1_000)
  if (status === 409) {
    return {
      kind: 'accepted',
      requestId: headers.get('x-line-accepted-request-id'),
      sentMessages: sentMessagesOf(body),
    }
  }
  if (status === 400 && /invalid reply token/i.test(message)) return { kind: 'token_refused', message }
  if (status === 429 && /monthly limit/i.test(message))
    return { kind: 'rejected', code: 'line_quota', message }
  if (status === 429)
    return { kind: 'retry', message, isThrottled: true, wasNotProcessed: true, ...retryAfter(headers) }
  if (status === 408 || status >= 500)
    return { kind: 'retry', message, ...retryAfter(headers, OUTAGE_RETRY_AFTER_MAX_MS) }
  if (status === 401) return { kind: 'rejected', code: 'line_token', message }
  if (status === 403) return { kind: 'rejected', code: 'line_auth', message }
  const isAboutRecipient = status === 404 || /failed to send messages|'to'/i.test(message)
  return { kind: 'rejected', code: isAboutRecipient ? 'line_recipient' : 'line_rejected', message }
}

export function failureTexts(error: unknown): string {
  if (!(error instanceof HTTPFetchError)) return networkReason(error)
  return `${error.status} ${textOf(bodyOf(error))}`.trim().slice(0, 1_000)
}

const MAX_REFUSAL = 200

export function tokenRefusal(error: unknown): string | undefined {
  if (!(error instanceof HTTPFetchError) || error.status !== 401) return undefined
  return refusalOf(bodyOf(error))
}

export function refusalOf(response: unknown): string {
  const words = textOf(asRaw(response)).replaceAll(/\p{Cc}+/gu, ' ')
  return words.slice(0, MAX_REFUSAL).toWellFormed() || 'no reason given'
}

/** Removes characters that the database rejects. A profile without a name is treated as unknown. */
export function profileOf(response: unknown): ProfileResult {
  const raw = asRaw(response)
  const text = (field: string) =>
    firstText(raw, field)?.replaceAll('\0', '').toWellFormed().slice(0, 2_000) ?? null
  const displayName = text('displayName')
  if (displayName === null || displayName.trim() === '') return { kind: 'unknown' }
  return {
    kind: 'found',
    profile: { displayName, pictureUrl: text('pictureUrl'), statusMessage: text('statusMessage') },
  }
}

export function profileFailure(error: unknown): ProfileResult {
  const isUnknown = error instanceof HTTPFetchError && (error.status === 404 || error.status === 400)
  return isUnknown ? { kind: 'unknown' } : { kind: 'retry', message: failureTexts(error) }
}

const bodyOf = (error: HTTPFetchError) => asRaw(readJson(error.body))

function textOf(body: Record<string, unknown>): string {
  const details = Array.isArray(body.details) ? body.details.map(asRaw) : []
  const named = details.map((each) => [each.property, each.message].filter(Boolean).join(': '))
  return [firstText(body, 'message'), ...named].filter(Boolean).join('; ')
}

const RETRY_AFTER_MAX_MS = 3_600_000
/** Upper limit in ms for Retry-After, because a server that is down cannot know when it will recover. */
export const OUTAGE_RETRY_AFTER_MAX_MS = 300_000

export function retryAfter(headers: Headers, maxMs = RETRY_AFTER_MAX_MS): { afterMs?: number } {
  const value = headers.get('retry-after') ?? ''
  const sentAt = Date.parse(headers.get('date') ?? '')
  const until = Date.parse(value) - (Number.isNaN(sentAt) ? Date.now() : sentAt)
  const afterMs = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : until
  return afterMs > 0 ? { afterMs: Math.min(afterMs, maxMs) } : {}
}

/** Returns true when no connection was made (DNS failure, refused), so LINE did not receive the request. */
function wasNeverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(wasNeverConnected)
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return error.cause !== undefined && wasNeverConnected(error.cause)
}
