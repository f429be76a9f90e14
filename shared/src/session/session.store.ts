import { AUTH_PATHS } from '../contract/auth/paths.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { createListeners } from '../contract/listeners.ts'
import { apiUrl } from './api-url.ts'
import { isTokenChange, readToken, removeSignedInKeys, writeUser } from './browser-storage.ts'
import { fetchProfile, type ProfileResponse } from './fetch-profile.ts'
import { isPageUnloading, untilPageActive } from './page-unload.ts'
import { removePersonal } from './personal-keys.ts'

/** `left`: the user signed out. `expired`: the server ended the session. `failed`: the session check failed. */
export type SignOutReason = 'left' | 'expired' | 'failed'

export interface Session {
  status: 'unknown' | 'checking' | 'signed-in' | 'signed-out'
  profile: StaffProfile | null
  /** Reason of the last sign-out. Null while signed in, and when there was no session before. */
  reason: SignOutReason | null
  /** True when the session check is repeated because the server did not respond. */
  isRetrying?: boolean
}

let session: Session = { status: 'unknown', profile: null, reason: null }
let acceptedToken: string | null = null
let running: Promise<void> | null = null
/** Increases with every sign-out, so that a session check from before the sign-out cannot restore the session. */
let generation = 0
const { subscribe, notify } = createListeners()

export const readSession = (): Session => session

export const subscribeSession = subscribe

function set(next: Session): void {
  session = next
  notify()
}

function clear(reason: SignOutReason | null): void {
  generation += 1
  running = null
  removeSignedInKeys()
  set({ status: 'signed-out', profile: null, reason })
}

/**
 * Checks the stored session. Does nothing when a profile is loaded or a check is in progress. Any response other than
 * an approved profile ends the session. Without a response the check is retried for 10 s.
 */
export function startSessionCheck(): Promise<void> {
  if (session.profile !== null) return Promise.resolve()
  running ??= check().finally(() => {
    running = null
  })
  return running
}

async function check(): Promise<void> {
  const token = readToken()
  if (token === null) {
    set({ status: 'signed-out', profile: null, reason: session.reason })
    return
  }
  const started = generation
  set({ status: 'checking', profile: null, reason: null })
  const isCurrent = () => started === generation && readToken() === token
  const response = await fetchWithRetries(isCurrent, () => set({ ...session, isRetrying: true }))
  if (started !== generation) return
  // Another tab has replaced the token, but its storage event is late. This response belongs to an earlier user.
  if (readToken() !== token) return check()
  if (response.kind === 'unreachable' && isPageUnloading()) {
    await untilPageActive()
    return started === generation ? check() : undefined
  }
  if (response.kind === 'profile' && response.profile.status === 'APPROVED') {
    writeUser(response.profile)
    acceptedToken = token
    set({ status: 'signed-in', profile: response.profile, reason: null })
    return
  }
  const problem = problemOf(response)
  if (problem !== null) console.error(problem, response)
  clear(problem === null ? 'expired' : 'failed')
}

const RESPONSE_WITHIN_MS = 10_000
/** Delays between retries in ms. The last delay repeats. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000, 3_000] as const
/** Time in ms without a response after which a second request is sent. A late response to the first is still used. */
const SILENCE_MS = 3_000

/** Fetches the profile until a response arrives. Returns `unreachable` on timeout. */
async function fetchWithRetries(isCurrent: () => boolean, onRetry: () => void): Promise<ProfileResponse> {
  const end = new AbortController()
  const timers: ReturnType<typeof setTimeout>[] = []
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve({ kind: 'unreachable', cause: new Error('no response within 10 s') })
      timers.push(setTimeout(giveUp, RESPONSE_WITHIN_MS))
      const startRequest = (retries: number) => {
        let isRetried = false
        const retryIn = (ms: number) => {
          if (isRetried || !isCurrent()) return
          isRetried = true
          onRetry()
          timers.push(setTimeout(() => startRequest(retries + 1), ms))
        }
        timers.push(setTimeout(() => retryIn(0), SILENCE_MS))
        void fetchProfile(end.signal).then((response) => {
          if (response.kind !== 'unreachable' || isPageUnloading() || !isCurrent()) resolve(response)
          else retryIn(RETRY_PAUSES_MS[Math.min(retries, RETRY_PAUSES_MS.length - 1)] ?? 0)
        })
      }
      startRequest(0)
    })
  } finally {
    end.abort()
    timers.forEach(clearTimeout)
  }
}

/** Reason why the session could not be checked. Null for a 401, which is the normal end of a session. */
function problemOf(response: ProfileResponse): string | null {
  if (response.kind === 'profile') return 'User status is not approved.'
  if (response.kind === 'missing') return 'Profile missing.'
  if (response.kind === 'no-token' || (response.kind === 'failed' && response.status === 401)) return null
  return 'Invalid token or server error.'
}

/** Ends the session in this tab after the server has ended it (a 401, or the socket's close code). */
export function endSession(): void {
  const token = readToken()
  // A login in another tab has ended this session and stored its own token, but the storage event has not arrived yet.
  if (session.status === 'signed-in' && token !== null && token !== acceptedToken) return void renewSession()
  if (session.status !== 'signed-out') clear('expired')
}

/** Signs out in this tab, in other tabs through the storage event, and on the server if it is reachable. */
export function signOut(): void {
  const token = readToken()
  // Personal values are removed only at sign-out. They remain when the server ends the session.
  if (session.profile !== null) removePersonal(session.profile.id)
  clear('left')
  if (token === null) return
  fetch(apiUrl(AUTH_PATHS.logout), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => console.warn('the server could not be notified of the sign-out', error))
}

/** Checks the session again after a token was stored. */
export function renewSession(): Promise<void> {
  generation += 1
  running = null
  session = { status: 'unknown', profile: null, reason: null }
  return startSessionCheck()
}

export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (!isTokenChange(event)) return
    if (readToken() === null) {
      if (session.status !== 'signed-out') clear('left')
    } else {
      void renewSession()
    }
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
