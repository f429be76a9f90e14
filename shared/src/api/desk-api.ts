import { apiBaseUrl } from '../session/api-url.ts'
import { readChannelKey, readStaffToken, readToken } from '../session/browser-storage.ts'
import { earlyFetch } from '../session/early-fetch.ts'
import type { ApiError } from './api-error.ts'
import { createApi } from './client.ts'

type UnauthorizedListener = (error: ApiError | null) => void
const listeners = new Set<UnauthorizedListener>()

/** Calls the listener, once per token, when the server returns 401. Returns a function that unsubscribes. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Publishes the end of the session when a source other than an API call, such as the socket, reports it. */
export function reportUnauthorized(error: ApiError | null = null): void {
  for (const listener of [...listeners]) listener(error)
}

/**
 * Returns the access token `jwt`, or null without a session. Staff API calls and the socket fall back to the token
 * `admin_jwt`.
 */
export function storedToken(path = '/api/staff/'): string | null {
  return path.startsWith('/api/staff/') ? readStaffToken() : readToken()
}

export const deskApi = createApi({
  baseUrl: apiBaseUrl,
  token: storedToken,
  fetch: earlyFetch,
  channelKey: readChannelKey,
  onUnauthorized: reportUnauthorized,
})
