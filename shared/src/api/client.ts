import * as z from 'zod/mini'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from '../contract/define-call.ts'
import { readJson } from '../contract/raw-json.ts'
import type { BrowserCall } from '../federation/browser-contract.ts'
import { headerValue } from '../session/browser-storage.ts'
import { ApiError, errorOfResponse } from './api-error.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : Partial<Value> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }

type CallInput<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  Part<'body', BodyOf<C>> & {
    signal?: AbortSignal
    /** Timeout of this call in ms, for slow API calls. Overrides the default. */
    timeoutMs?: number
  }

type CallArguments<C extends Call> =
  Partial<CallInput<C>> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]

export interface ApiOptions {
  /** Base URL of the API. Empty for the page's own origin. */
  baseUrl?: string
  /** Returns the bearer token for a path, or null. Called for every API call. */
  token?: (path: string) => string | null
  channelKey?: () => string | null
  fetch?: typeof fetch
  timeoutMs?: number
  /** Called when the server returns 401: once per stored token, and every time when no token is stored. */
  onUnauthorized?: (error: ApiError) => void
}

export interface Api {
  /** @throws ApiError, or the signal's reason when the caller aborts. */
  call<const C extends Call>(call: C, ...input: CallArguments<C>): Promise<ResponseOf<C>>
}

export function createApi(options: ApiOptions = {}): Api {
  const baseUrl = (options.baseUrl ?? '').replace(/\/+$/, '')
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS
  let refusedToken: string | null | undefined

  async function call(definition: BrowserCall, input: LooseInput = {}): Promise<unknown> {
    const path = fillPath(definition.path, input.params)
    const token = options.token?.(path) ?? null
    const timeout = AbortSignal.timeout(input.timeoutMs ?? timeoutMs)
    const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout
    let status = 0
    let text: string
    let isForeign: boolean
    try {
      const send = options.fetch ?? fetch
      const response = await send(`${baseUrl}${path}${writeQuery(input.query)}`, {
        method: definition.method,
        headers: writeHeaders(token, options.channelKey?.() ?? null, input.body !== undefined),
        body: input.body === undefined ? undefined : JSON.stringify(input.body),
        signal,
      })
      status = response.status
      text = await response.text()
      isForeign = isOfAnotherOrigin(response, `${baseUrl}${path}`)
    } catch (cause) {
      input.signal?.throwIfAborted()
      throw new ApiError(timeout.aborted ? 'timeout' : 'network', 0, undefined, { cause })
    }
    const body = readJson(text)
    if (status < 200 || status > 299) {
      const error = errorOfResponse(status, body)
      // A 401 for an earlier token does not end the current session: another user may have signed in during the call.
      const isCurrent = definition.access !== 'public' && token === (options.token?.(path) ?? null)
      if (status === 401 && isCurrent && token !== refusedToken) {
        refusedToken = token
        options.onUnauthorized?.(error)
      }
      throw error
    }
    const response = z.safeParse(definition.decode ?? definition.response, body)
    if (response.success && !isForeign) {
      if (token !== null) refusedToken = undefined
      return response.data
    }
    const cause = response.error ?? new Error('redirected to another origin')
    console.error(`${definition.name}: the response does not match the contract`, cause)
    throw new ApiError('bad_answer', status, body, { cause })
  }

  return { call: call as Api['call'] }
}

/** True when a proxy, such as the login page of a public network, redirected the API call. */
function isOfAnotherOrigin({ redirected, url }: Response, requestedUrl: string): boolean {
  return redirected && new URL(url).origin !== new URL(requestedUrl, globalThis.location?.href).origin
}

interface LooseInput {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  timeoutMs?: number
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))
}

/** Writes a query string: booleans as 1 and 0, without undefined, null and empty values. */
function writeQuery(query: unknown): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue
    pairs.append(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

function writeHeaders(token: string | null, channelKey: string | null, hasBody: boolean): HeadersInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (hasBody) headers['Content-Type'] = 'application/json'
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (channelKey !== null) headers['X-Channel-Key'] = headerValue(channelKey)
  return headers
}
