import { AUTH_PATHS } from '../contract/auth/paths.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { fetchProfile, type ProfileAnswer } from './fetch-profile.ts'
import { pageIsLeft, untilPageStays } from './page-is-left.ts'
import { removePersonal } from './person-storage.ts'
import { isTokenChange, readToken, removeSignedInKeys, writePerson } from './storage.ts'

/** Why nobody is signed in any more: a person left, the server ended the session, or it could not be checked. */
export type SignOutReason = 'left' | 'expired' | 'failed'

export interface Session {
  /** unknown: not asked yet · checking: the server is being asked */
  status: 'unknown' | 'checking' | 'signed-in' | 'signed-out'
  profile: StaffProfile | null
  /** Only when signed out, and only when there had been a session. */
  reason: SignOutReason | null
}

let session: Session = { status: 'unknown', profile: null, reason: null }
/** The token that was found good. */
let goodToken: string | null = null
let running: Promise<void> | null = null
/** Grows with every sign-out, so that a check that was under way cannot bring the session back. */
let generation = 0
const listeners = new Set<() => void>()

export const readSession = (): Session => session

/** Calls after every change. Returns the end of it. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: Session): void {
  session = next
  for (const listener of [...listeners]) listener()
}

/** Forgets the session in this browser. */
function clear(reason: SignOutReason | null): void {
  generation += 1
  running = null
  removeSignedInKeys()
  set({ status: 'signed-out', profile: null, reason })
}

/**
 * Asks the server who is signed in. Nothing happens when a profile is loaded or a check is running.
 * Any answer but an approved profile ends the session; each failure is a line in the console.
 */
export function startSessionCheck(): Promise<void> {
  if (session.profile !== null) return Promise.resolve()
  running ??= check().finally(() => {
    running = null
  })
  return running
}

async function check(pauses: readonly number[] = RETRY_PAUSES_MS): Promise<void> {
  const token = readToken()
  if (token === null) {
    set({ status: 'signed-out', profile: null, reason: session.reason })
    return
  }
  const started = generation
  set({ status: 'checking', profile: null, reason: null })
  const answer = await fetchProfile()
  if (started !== generation) return
  // Another tab was faster than its news: the answer is about somebody else.
  if (readToken() !== token) return check()
  if (answer.kind === 'unreachable' && pageIsLeft()) {
    await untilPageStays()
    return started === generation ? check() : undefined
  }
  const [pause, ...left] = pauses
  if (pause !== undefined && mayPass(answer)) {
    await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
    return started === generation ? check(left) : undefined
  }
  if (answer.kind === 'profile' && answer.profile.status === 'APPROVED') {
    writePerson(answer.profile)
    goodToken = token
    set({ status: 'signed-in', profile: answer.profile, reason: null })
    return
  }
  const problem = problemOf(answer)
  if (problem !== null) console.error(problem, answer)
  clear(problem === null ? 'expired' : 'failed')
}

/** A server that starts anew, or a connection that is away for a moment, ends no session: it is asked again a few times. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000] as const
const PASSING_STATUSES = [429, 502, 503, 504]

function mayPass(answer: ProfileAnswer): boolean {
  if (answer.kind === 'unreachable') return true
  return answer.kind === 'failed' && PASSING_STATUSES.includes(answer.status)
}

/** The line for the log; none for a 401, the ordinary end of a session. */
function problemOf(answer: ProfileAnswer): string | null {
  if (answer.kind === 'profile') return 'User status is not approved.'
  if (answer.kind === 'missing') return 'Profile missing.'
  if (answer.kind === 'no-token' || (answer.kind === 'failed' && answer.status === 401)) return null
  return 'Invalid token or server error.'
}

/** The server no longer knows the session (a 401, or the socket's close code): it ends here too. */
export function endSession(): void {
  const token = readToken()
  // A new sign-in in another tab has ended the session, and its token is here before its news.
  if (session.status === 'signed-in' && token !== null && token !== goodToken) return void renewSession()
  if (session.status !== 'signed-out') clear('expired')
}

/** A person leaves: the session ends here at once, in the other tabs by the storage event, and on the server if it can be told. */
export function signOut(): void {
  const token = readToken()
  // Signing out removes this person's drafts and unsent messages; a session that the server ended leaves them.
  if (session.profile !== null) removePersonal(session.profile.id)
  clear('left')
  if (token === null) return
  fetch(apiUrl(AUTH_PATHS.logout), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => console.warn('the server was not told of the sign-out', error))
}

/** A token has just been stored: whatever was known before is not about it. */
export function renewSession(): Promise<void> {
  generation += 1
  running = null
  session = { status: 'unknown', profile: null, reason: null }
  return startSessionCheck()
}

/** Follows sign-in and sign-out of other tabs. Returns the end of it. */
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
