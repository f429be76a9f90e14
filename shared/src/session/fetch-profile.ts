import { AUTH_PATHS } from '../contract/auth/paths.ts'
import { profileOfAnswer } from '../contract/auth/read-staff-profile.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { earlyFetch } from './early-fetch.ts'
import { channelHeader, readToken } from './storage.ts'

export type ProfileAnswer =
  | { kind: 'profile'; profile: StaffProfile }
  /** Nobody is signed in here. */
  | { kind: 'no-token' }
  /** The server answered with an error: its status, and its words if it had any. */
  | { kind: 'failed'; status: number; message: string | null }
  /** The server answered 200 with JSON that has no profile. */
  | { kind: 'missing' }
  /** No response, none before the timeout, or a page of another server (the sign-in page of a network). */
  | { kind: 'unreachable'; cause: unknown }

/** Asks the server who is signed in. Never throws: every way it can end is an answer. */
export async function fetchProfile(signal?: AbortSignal): Promise<ProfileAnswer> {
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
    if (typeof body !== 'object') return { kind: 'unreachable', cause: new Error('the response is no JSON') }
    const profile = profileOfAnswer(body)
    return profile ? { kind: 'profile', profile } : { kind: 'missing' }
  } catch (cause) {
    return { kind: 'unreachable', cause }
  }
}

/** The body as JSON; undefined when it is something else. Losing the connection half-way is still an error. */
export async function readJson(response: Response): Promise<unknown> {
  const body = await response.text()
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The `message` of an answer, if it has one. */
export function messageOf(body: unknown): string | null {
  const message = (body as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : null
}
