/** What the sign-in keeps in the browser, under the names it has had from the first day. */
const TOKEN_KEY = 'jwt'
const LOGIN_STATE_KEY = 'lineLoginState'

/** What signing out removes; everything else belongs to the person or to the browser and stays. */
const SIGN_OUT_KEYS = [
  TOKEN_KEY,
  'channel_key',
  'queue_search',
  'my_ticket_search',
  'ticket_last_seen',
] as const

/** Storage may be blocked altogether (then there is no session), or full. */
function attempt<T>(what: string, work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    console.warn(`${what} failed`, error)
    return otherwise
  }
}

/** The access token, or null. */
export function readToken(): string | null {
  return attempt('reading the session', () => localStorage.getItem(TOKEN_KEY) || null, null)
}

/** @throws DOMException when the browser keeps nothing, since a sign-in that cannot be kept has failed. */
export function writeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
}

export function removeSignedInKeys(): void {
  for (const key of SIGN_OUT_KEYS) attempt(`removing ${key}`, () => localStorage.removeItem(key), undefined)
}

/** Whether a change in another tab concerns the session; a cleared storage has no key. */
export function isTokenChange(event: StorageEvent): boolean {
  return event.key === TOKEN_KEY || event.key === null
}

export function readLoginState(): string | null {
  return attempt('reading the login state', () => sessionStorage.getItem(LOGIN_STATE_KEY), null)
}

/** @throws DOMException when the browser keeps nothing. */
export function writeLoginState(state: string): void {
  sessionStorage.setItem(LOGIN_STATE_KEY, state)
}

export function removeLoginState(): void {
  attempt('removing the login state', () => sessionStorage.removeItem(LOGIN_STATE_KEY), undefined)
}
