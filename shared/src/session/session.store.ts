import { AUTH_PATHS } from '../contract/auth/paths.ts'
import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/constants.ts'
import { apiUrl } from './api-url.ts'
import { fetchProfile, type ProfileAnswer } from './fetch-profile.ts'
import { pageIsLeft, untilPageStays } from './page-is-left.ts'
import { removePersonal } from './personal-keys.ts'
import { isTokenChange, readToken, removeSignedInKeys, writePerson } from './storage.ts'

/** Why nobody is signed in any more: a person left, the server ended the session, or it could not be checked. */
export type SignOutReason = 'left' | 'expired' | 'failed'

export interface Session {
  /** unknown: not asked yet · checking: the server is being asked */
  status: 'unknown' | 'checking' | 'signed-in' | 'signed-out'
  profile: StaffProfile | null
  /** Only when signed out, and only when there had been a session. */
  reason: SignOutReason | null
  /** While checking: the server did not respond, and the request is repeated. */
  isRetrying?: boolean
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
 * Any response but an approved profile ends the session; without a response the server is asked again for 10 s. Each failure is a line
 * in the console.
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
  const answer = await askWhileSilent(isCurrent, () => set({ ...session, isRetrying: true }))
  if (started !== generation) return
  // Another tab was faster than its news: the answer is about somebody else.
  if (readToken() !== token) return check()
  if (answer.kind === 'unreachable' && pageIsLeft()) {
    await untilPageStays()
    return started === generation ? check() : undefined
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

/** Without any response the request is repeated for this long, measured from the first one. */
const RESPONSE_WITHIN_MS = 10_000
/** Pauses after failed requests; the last one repeats. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000, 3_000] as const
/** A request that is pending for this long is repeated; its response still counts, since the network may only be slow. */
const SILENCE_MS = 3_000

/** Returns the first response, or `unreachable` on timeout. Calls `onRetry` before each retry. */
async function askWhileSilent(isCurrent: () => boolean, onRetry: () => void): Promise<ProfileAnswer> {
  const end = new AbortController()
  const timers: ReturnType<typeof setTimeout>[] = []
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve({ kind: 'unreachable', cause: new Error('no response within 10 s') })
      timers.push(setTimeout(giveUp, RESPONSE_WITHIN_MS))
      const ask = (retries: number) => {
        let isRetried = false
        const retryIn = (ms: number) => {
          if (isRetried || !isCurrent()) return
          isRetried = true
          onRetry()
          timers.push(setTimeout(() => ask(retries + 1), ms))
        }
        timers.push(setTimeout(() => retryIn(0), SILENCE_MS))
        void fetchProfile(end.signal).then((answer) => {
          if (answer.kind !== 'unreachable' || pageIsLeft() || !isCurrent()) resolve(answer)
          else retryIn(RETRY_PAUSES_MS[Math.min(retries, RETRY_PAUSES_MS.length - 1)] ?? 0)
        })
      }
      ask(0)
    })
  } finally {
    end.abort()
    timers.forEach(clearTimeout)
  }
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
