import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { HTTPFetchError } from '@line/bot-sdk'
import { asRaw, firstText } from 'shared/contract/raw-json.ts'
import { failureWords, OUTAGE_RETRY_AFTER_MAX_MS, retryAfter } from './line-answer.ts'

/**
 * What LINE says when it is asked for what a customer has sent. `preparing`: it is not ready yet. `gone`: LINE has it no longer
 * (`expired`), knows nothing of it, or is not asked in the name of an account that was removed. `refused`: not with this access token.
 */
export type ContentResult =
  | { kind: 'found'; body: Readable; bytes: number | null }
  | { kind: 'preparing' }
  | { kind: 'gone'; reason: 'not_found' | 'expired' | 'channel_removed'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'retry'; message: string; afterMs?: number }

/** How far LINE is with a video or a voice message; `unknown`: it did not say. */
export type TranscodingState = 'processing' | 'succeeded' | 'failed' | 'unknown'

/** The answer with its body still on its way; a call whose body nobody reads is broken off. */
export interface StreamedAnswer {
  status: number
  headers: Headers
  body: Readable
}

/** Asks LINE for a body of any length, which may take as long as it goes on coming. Throws as the SDK does for what is no success. */
export async function callForStream(
  url: URL,
  token: string,
  { answerMs, silenceMs }: { answerMs: number; silenceMs: number },
): Promise<StreamedAnswer> {
  const call = new AbortController()
  const end = (what: string) => () => call.abort(new Error(what))
  const timer = setTimeout(end(`no answer within ${answerMs} ms`), answerMs)
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: call.signal,
  }).finally(() => clearTimeout(timer))
  const { status, statusText, headers } = response
  const whole = setTimeout(end(`no whole answer within ${silenceMs} ms`), silenceMs)
  try {
    if (!response.ok) {
      const body = await response.text()
      throw new HTTPFetchError(`${status} - ${statusText}`, { status, statusText, headers, body })
    }
  } finally {
    clearTimeout(whole)
  }
  const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream)
  return { status, headers, body: endWhenSilent(body, silenceMs, call) }
}

/** A body that stays silent for too long ends in an error; one that is left ends its call. */
function endWhenSilent(body: Readable, silenceMs: number, call: AbortController): Readable {
  const silent = () => body.destroy(new Error(`nothing more came within ${silenceMs} ms`))
  const timer = setTimeout(silent, silenceMs)
  body.on('data', () => timer.refresh())
  // Whoever reads hears of it; nobody may be reading yet.
  body.on('error', () => {})
  body.pause()
  body.once('close', () => {
    clearTimeout(timer)
    call.abort()
  })
  return body
}

/** Reads an answer to GET /content and /content/preview. */
export function contentOf({ status, headers, body }: StreamedAnswer): ContentResult {
  if (status === 202) {
    body.destroy()
    return { kind: 'preparing' }
  }
  const length = headers.get('content-length')
  // The length of what was packed says nothing about what is inside.
  const isPacked = headers.get('content-encoding') !== null
  return { kind: 'found', body, bytes: length === null || isPacked ? null : Number(length) }
}

/** Reads what a call for content has thrown. */
export function contentFailure(error: unknown): ContentResult {
  const message = failureWords(error)
  if (!(error instanceof HTTPFetchError)) return { kind: 'retry', message }
  const { status, headers } = error
  if (status === 401 || status === 403) return { kind: 'refused', message }
  if (status === 410) return { kind: 'gone', reason: 'expired', message }
  if (status === 429) return { kind: 'retry', message, ...retryAfter(headers) }
  if (status === 408 || status >= 500)
    return { kind: 'retry', message, ...retryAfter(headers, OUTAGE_RETRY_AFTER_MAX_MS) }
  return { kind: 'gone', reason: 'not_found', message }
}

export function transcodingOf(answer: unknown): TranscodingState {
  const said = firstText(asRaw(answer), 'status')
  return said === 'processing' || said === 'succeeded' || said === 'failed' ? said : 'unknown'
}
