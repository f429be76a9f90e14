import { SIGN_OUT_KEYS, STORAGE_KEYS } from '../contract/constants.ts'

/** The browser's own storage, or that of this tab alone. */
type StorageArea = 'localStorage' | 'sessionStorage'

/** Storage may be blocked altogether (then there is no session), or full. */
function attempt<T>(what: string, work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    console.warn(`${what} failed`, error)
    return otherwise
  }
}

/** What is kept under a key; null when nothing is, or when it cannot be read. */
export function readStored(key: string, area: StorageArea = 'localStorage'): string | null {
  return attempt(`reading ${key}`, () => globalThis[area].getItem(key), null)
}

/** Stores a value, or removes it with null. Returns false when the storage is full or blocked; the page works without it. */
export function writeStored(key: string, value: string | null, area: StorageArea = 'localStorage'): boolean {
  const write = () => {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
    return true
  }
  return attempt(`keeping ${key}`, write, false)
}

/** The keys of localStorage; none when it is blocked. */
export function storedKeys(): string[] {
  return attempt(
    'listing stored keys',
    () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''),
    [],
  )
}

/** The access token, or null. */
export function readToken(): string | null {
  return readStored(STORAGE_KEYS.token) || null
}

/** The token of the staff's own calls and socket: `jwt`, else `admin_jwt`; or null. */
export function readStaffToken(): string | null {
  return readToken() ?? (readStored(STORAGE_KEYS.staffToken) || null)
}

/** @throws DOMException when the browser keeps nothing, since a sign-in that cannot be kept has failed. */
export function writeToken(token: string): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
}

export function removeSignedInKeys(): void {
  for (const key of SIGN_OUT_KEYS) writeStored(key, null)
}

/** Whether a change in another tab concerns the session; a cleared storage has no key. */
export function isTokenChange(event: StorageEvent): boolean {
  return event.key === STORAGE_KEYS.token || event.key === null
}

export function readLoginState(): string | null {
  return readStored(STORAGE_KEYS.loginState, 'sessionStorage')
}

/** @throws DOMException when the browser keeps nothing. */
export function writeLoginState(state: string): void {
  sessionStorage.setItem(STORAGE_KEYS.loginState, state)
}

export function removeLoginState(): void {
  writeStored(STORAGE_KEYS.loginState, null, 'sessionStorage')
}

/** A sign-in whose account waits for approval: the callback's query, and the token that works once it is approved. */
export interface ApprovalWait {
  search: string
  token: string | null
}

export function readApprovalWait(): ApprovalWait | null {
  const text = readStored(STORAGE_KEYS.approvalWait, 'sessionStorage')
  return attempt(
    'reading the wait for approval',
    () => JSON.parse(text ?? 'null') as ApprovalWait | null,
    null,
  )
}

export function writeApprovalWait(wait: ApprovalWait): void {
  writeStored(STORAGE_KEYS.approvalWait, JSON.stringify(wait), 'sessionStorage')
}

export function removeApprovalWait(): void {
  writeStored(STORAGE_KEYS.approvalWait, null, 'sessionStorage')
}

/** Where a person wanted to go before signing in, in this tab; null forgets it. */
export function writeReturnPath(path: string | null): void {
  writeStored(STORAGE_KEYS.returnPath, path, 'sessionStorage')
}

export function readReturnPath(): string | null {
  return readStored(STORAGE_KEYS.returnPath, 'sessionStorage')
}

/** Who is signed in, for whoever reads the browser's storage. */
export function writePerson(person: { id: string; email: string | null }): void {
  writeStored(STORAGE_KEYS.userId, person.id)
  writeStored(STORAGE_KEYS.email, person.email)
}

/** The key of the channel that was chosen last, or null. */
export function readChannelKey(): string | null {
  return readStored(STORAGE_KEYS.channel) || null
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
