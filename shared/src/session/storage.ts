/** What the sign-in keeps in the browser, under the names it has had from the first day. */
const TOKEN_KEY = 'jwt'
const STAFF_TOKEN_KEY = 'admin_jwt'
const CHANNEL_KEY = 'channel_key'
const LOGIN_STATE_KEY = 'lineLoginState'
const APPROVAL_WAIT_KEY = 'lineApprovalWait'
const RETURN_PATH_KEY = 'signInReturnPath'

/** What signing out removes; everything else belongs to the person or to the browser and stays. */
const SIGN_OUT_KEYS = [
  TOKEN_KEY,
  STAFF_TOKEN_KEY,
  'authToken',
  CHANNEL_KEY,
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

/** The token of the staff's own calls and socket: `jwt`, else `admin_jwt`; or null. */
export function readStaffToken(): string | null {
  return (
    readToken() ?? attempt('reading the session', () => localStorage.getItem(STAFF_TOKEN_KEY) || null, null)
  )
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

/** A sign-in whose account waits for approval: the callback's query, and the token that works once it is approved. */
export interface ApprovalWait {
  search: string
  token: string | null
}

export function readApprovalWait(): ApprovalWait | null {
  return attempt(
    'reading the wait for approval',
    () => JSON.parse(sessionStorage.getItem(APPROVAL_WAIT_KEY) ?? 'null') as ApprovalWait | null,
    null,
  )
}

export function writeApprovalWait(wait: ApprovalWait): void {
  const text = JSON.stringify(wait)
  attempt('keeping the wait for approval', () => sessionStorage.setItem(APPROVAL_WAIT_KEY, text), undefined)
}

export function removeApprovalWait(): void {
  attempt('removing the wait for approval', () => sessionStorage.removeItem(APPROVAL_WAIT_KEY), undefined)
}

/** Where a person wanted to go before signing in, in this tab; null forgets it. */
export function writeReturnPath(path: string | null): void {
  const work = () =>
    path === null ? sessionStorage.removeItem(RETURN_PATH_KEY) : sessionStorage.setItem(RETURN_PATH_KEY, path)
  attempt('keeping the way back', work, undefined)
}

export function readReturnPath(): string | null {
  return attempt('reading the way back', () => sessionStorage.getItem(RETURN_PATH_KEY), null)
}

/** Who is signed in, for whoever reads the browser's storage. */
export function writePerson(person: { id: string; email: string | null }): void {
  attempt('keeping user_id', () => localStorage.setItem('user_id', person.id), undefined)
  const { email } = person
  const work = () =>
    email === null ? localStorage.removeItem('email') : localStorage.setItem('email', email)
  attempt('keeping email', work, undefined)
}

/** The key of the channel that was chosen last, or null. */
export function readChannelKey(): string | null {
  return attempt('reading the channel', () => localStorage.getItem(CHANNEL_KEY) || null, null)
}

/** That channel as a header, which goes with every call. */
export function channelHeader(): Record<string, string> {
  const key = readChannelKey()
  return key === null ? {} : { 'X-Channel-Key': headerValue(key) }
}

/** Header values hold Latin-1 alone, and a stored key may be anything a person once had there. */
export function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value)
}
