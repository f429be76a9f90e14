import { SIGN_OUT_KEYS, STORAGE_KEYS } from '../contract/constants.ts'

/** `localStorage` belongs to the whole browser, `sessionStorage` to this tab. */
type StorageArea = 'localStorage' | 'sessionStorage'

/** Runs an access to the storage. Returns `otherwise` when the storage is full or blocked. */
function attempt<T>(what: string, work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    console.warn(`${what} failed`, error)
    return otherwise
  }
}

/** Returns a stored value; null when there is none, or when the storage is blocked. */
export function readStored(key: string, area: StorageArea = 'localStorage'): string | null {
  return attempt(`reading ${key}`, () => globalThis[area].getItem(key), null)
}

/** Stores a value; null removes it. Returns false when the storage is full or blocked; the page works without it. */
export function writeStored(key: string, value: string | null, area: StorageArea = 'localStorage'): boolean {
  const write = () => {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
    return true
  }
  return attempt(`keeping ${key}`, write, false)
}

/** Returns the keys of localStorage; an empty list when localStorage is blocked. */
export function storedKeys(): string[] {
  return attempt(
    'listing stored keys',
    () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''),
    [],
  )
}

/** Returns the access token, or null. */
export function readToken(): string | null {
  return readStored(STORAGE_KEYS.token) || null
}

/** Returns the token for staff calls and the socket: `jwt`, otherwise `admin_jwt`, or null. */
export function readStaffToken(): string | null {
  return readToken() ?? (readStored(STORAGE_KEYS.staffToken) || null)
}

/**
 * Stores the access token. Throws a DOMException when the storage is blocked, because a login without a stored token
 * has failed.
 */
export function writeToken(token: string): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
}

export function removeSignedInKeys(): void {
  for (const key of SIGN_OUT_KEYS) writeStored(key, null)
}

/** Returns true when a change in another tab affects the session. `key` is null when the storage was cleared. */
export function isTokenChange(event: StorageEvent): boolean {
  return event.key === STORAGE_KEYS.token || event.key === null
}

export function readLoginState(): string | null {
  return readStored(STORAGE_KEYS.loginState, 'sessionStorage')
}

/** Stores the login state. Throws a DOMException when the storage is blocked. */
export function writeLoginState(state: string): void {
  sessionStorage.setItem(STORAGE_KEYS.loginState, state)
}

export function removeLoginState(): void {
  writeStored(STORAGE_KEYS.loginState, null, 'sessionStorage')
}

/**
 * A login that is waiting for approval: query of the callback page, and the token that becomes valid when the
 * account is approved.
 */
export interface ApprovalWait {
  search: string
  token: string | null
}

export function readApprovalWait(): ApprovalWait | null {
  const text = readStored(STORAGE_KEYS.approvalWait, 'sessionStorage')
  return attempt(
    'reading the pending approval',
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

/** Stores the path to open after the login, for this tab. Null removes it. */
export function writeReturnPath(path: string | null): void {
  writeStored(STORAGE_KEYS.returnPath, path, 'sessionStorage')
}

export function readReturnPath(): string | null {
  return readStored(STORAGE_KEYS.returnPath, 'sessionStorage')
}

/** Stores the user's id and email in the browser, where other programs read them. */
export function writeUser(user: { id: string; email: string | null }): void {
  writeStored(STORAGE_KEYS.userId, user.id)
  writeStored(STORAGE_KEYS.email, user.email)
}

/** Returns the key of the last selected channel, or null. */
export function readChannelKey(): string | null {
  return readStored(STORAGE_KEYS.channel) || null
}

/** Returns a header with the key of the last selected channel, for every API call. */
export function channelHeader(): Record<string, string> {
  const key = readChannelKey()
  return key === null ? {} : { 'X-Channel-Key': headerValue(key) }
}

/** Encodes a header value, because headers allow only Latin-1 and the stored channel key may contain any text. */
export function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value)
}
