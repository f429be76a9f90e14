import { AUTH_PATHS } from '../contract/auth/paths.ts'
import { profileOfResponse } from '../contract/auth/read-staff-profile.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { channelHeader, readToken } from './browser-storage.ts'
import { earlyFetch } from './early-fetch.ts'

export type ProfileResponse =
  | { kind: 'profile'; profile: StaffProfile }
  | { kind: 'no-token' }
  /** The response has an error status, and possibly a `message`. */
  | { kind: 'failed'; status: number; message: string | null }
  /** The response has status 200 and JSON without a profile. */
  | { kind: 'missing' }
  /** No response, a timeout, or a page that is not from our server (such as the login page of a public network). */
  | { kind: 'unreachable'; cause: unknown }

/** Fetches the user's profile. Never throws: every outcome is a result. */
export async function fetchProfile(signal?: AbortSignal): Promise<ProfileResponse> {
  const token = readToken()
  if (token === null) return { kind: 'no-token' }
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const response = await earlyFetch(apiUrl(AUTH_PATHS.me), {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, ...channelHeader() },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const body = await readJson(response)
    if (!response.ok) return { kind: 'failed', status: response.status, message: messageOf(body) }
    if (typeof body !== 'object') return { kind: 'unreachable', cause: new Error('the response is not JSON') }
    const profile = profileOfResponse(body)
    return profile ? { kind: 'profile', profile } : { kind: 'missing' }
  } catch (cause) {
    return { kind: 'unreachable', cause }
  }
}

/** Parses the body of a response. Undefined when the body is not JSON. Throws when the connection is lost. */
export async function readJson(response: Response): Promise<unknown> {
  const body = await response.text()
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function messageOf(body: unknown): string | null {
  const message = (body as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : null
}
