import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { HTTPFetchError } from '@line/bot-sdk'
import { asRaw, firstText } from 'shared/contract/raw-json.ts'
import { failureTexts, OUTAGE_RETRY_AFTER_MAX_MS, retryAfter } from './line-response.ts'

/** `preparing`: the content is not ready yet. `refused`: LINE does not accept this access token. */
export type ContentResult =
  | { kind: 'found'; body: Readable; bytes: number | null }
  | { kind: 'preparing' }
  | { kind: 'gone'; reason: 'not_found' | 'expired' | 'channel_removed'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'retry'; message: string; afterMs?: number }

export type TranscodingState = 'processing' | 'succeeded' | 'failed' | 'unknown'

/** Response whose body is still arriving. The request is aborted when the caller does not read the body. */
export interface StreamedResponse {
  status: number
  headers: Headers
  body: Readable
}

/** Requests a body of any length, with no total timeout while data arrives. Throws the SDK's errors. */
export async function callForStream(
  url: URL,
  token: string,
  { responseMs, silenceMs }: { responseMs: number; silenceMs: number },
): Promise<StreamedResponse> {
  const call = new AbortController()
  const end = (what: string) => () => call.abort(new Error(what))
  const timer = setTimeout(end(`no response within ${responseMs} ms`), responseMs)
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: call.signal,
  }).finally(() => clearTimeout(timer))
  const { status, statusText, headers } = response
  const whole = setTimeout(end(`no complete response within ${silenceMs} ms`), silenceMs)
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

/** Ends a body with an error when no data arrives for too long, and aborts the request when the body is not read. */
function endWhenSilent(body: Readable, silenceMs: number, call: AbortController): Readable {
  const silent = () => body.destroy(new Error(`no more data within ${silenceMs} ms`))
  const timer = setTimeout(silent, silenceMs)
  body.on('data', () => timer.refresh())
  // Prevents an uncaught error while the body has no reader. Readers still receive the error.
  body.on('error', () => {})
  body.pause()
  body.once('close', () => {
    clearTimeout(timer)
    call.abort()
  })
  return body
}

export function contentOf({ status, headers, body }: StreamedResponse): ContentResult {
  if (status === 202) {
    body.destroy()
    return { kind: 'preparing' }
  }
  const length = headers.get('content-length')
  // Ignores the Content-Length of a compressed body, because it is not the length of the content.
  const isPacked = headers.get('content-encoding') !== null
  return { kind: 'found', body, bytes: length === null || isPacked ? null : Number(length) }
}

export function contentFailure(error: unknown): ContentResult {
  const message = failureTexts(error)
  if (!(error instanceof HTTPFetchError)) return { kind: 'retry', message }
  const { status, headers } = error
  if (status === 401 || status === 403) return { kind: 'refused', message }
  if (status === 410) return { kind: 'gone', reason: 'expired', message }
  if (status === 429) return { kind: 'retry', message, ...retryAfter(headers) }
  if (status === 408 || status >= 500)
    return { kind: 'retry', message, ...retryAfter(headers, OUTAGE_RETRY_AFTER_MAX_MS) }
  return { kind: 'gone', reason: 'not_found', message }
}

export function transcodingOf(response: unknown): TranscodingState {
  const status = firstText(asRaw(response), 'status')
  return status === 'processing' || status === 'succeeded' || status === 'failed' ? status : 'unknown'
}
