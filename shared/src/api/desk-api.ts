import { apiBaseUrl } from '../session/api-url.ts'
import { earlyFetch } from '../session/early-fetch.ts'
import type { ApiError } from './api-error.ts'
import { createApi } from './client.ts'

type UnauthorizedListener = (error: ApiError | null) => void
const listeners = new Set<UnauthorizedListener>()

/** Hears, once per token, that the server no longer knows the session. Returns the end of the subscription. */
export function onUnauthorized(listener: UnauthorizedListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For other channels than calls (the socket) that learn of the session's end. */
export function reportUnauthorized(error: ApiError | null = null): void {
  for (const listener of [...listeners]) listener(error)
}

/** The access token: `jwt`; the staff's own calls and socket fall back to `admin_jwt`. Null when there is no session. */
export function storedToken(path = '/api/staff/'): string | null {
  const token = readStored('jwt')
  if (token !== null || !path.startsWith('/api/staff/')) return token
  return readStored('admin_jwt')
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) || null
  } catch {
    // Storage may be blocked altogether: then there is no session.
    return null
  }
}

/** The page's client: one base URL, the stored token and channel key, one place that hears of a refused token. */
export const deskApi = createApi({
  baseUrl: apiBaseUrl,
  token: storedToken,
  fetch: earlyFetch,
  channelKey: () => readStored('channel_key'),
  onUnauthorized: reportUnauthorized,
})
