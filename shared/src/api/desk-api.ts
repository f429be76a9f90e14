import { apiBaseUrl } from '../session/api-url.ts'
import { readChannelKey, readStaffToken, readToken } from '../session/browser-storage.ts'
import { earlyFetch } from '../session/early-fetch.ts'
import type { ApiError } from './api-error.ts'
import { createApi } from './client.ts'

type UnauthorizedListener = (error: ApiError | null) => void
const listeners = new Set<UnauthorizedListener>()

export function onUnauthorized(listener: UnauthorizedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports an invalid session that code outside of API calls, such as the socket, has detected. */
export function reportUnauthorized(error: ApiError | null = null): void {
  for (const listener of [...listeners]) listener(error)
}

/** Returns the token stored under `jwt`; for staff API calls and the socket, otherwise the one under `admin_jwt`. */
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
