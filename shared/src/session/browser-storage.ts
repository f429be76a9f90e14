import { SIGN_OUT_KEYS, STORAGE_KEYS } from '../contract/constants.ts'

type StorageArea = 'localStorage' | 'sessionStorage'

/** Returns the result of `work`, or `otherwise` when the storage is full or blocked. */
function attempt<T>(what: string, work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    console.warn(`${what} failed`, error)
    return otherwise
  }
}

export function readStored(key: string, area: StorageArea = 'localStorage'): string | null {
  return attempt(`reading ${key}`, () => globalThis[area].getItem(key), null)
}

/** Stores a value; null removes it. Returns false when the storage is full or blocked: the page works without it. */
export function writeStored(key: string, value: string | null, area: StorageArea = 'localStorage'): boolean {
  const write = () => {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
    return true
  }
  return attempt(`keeping ${key}`, write, false)
}

/** Returns all keys of localStorage, and none when localStorage is blocked. */
export function storedKeys(): string[] {
  return attempt(
    'listing stored keys',
    () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''),
    [],
  )
}

export function readToken(): string | null {
  return readStored(STORAGE_KEYS.token) || null
}

/** Returns the stored token under `jwt`, otherwise the one under `admin_jwt`, or null. */
export function readStaffToken(): string | null {
  return readToken() ?? (readStored(STORAGE_KEYS.staffToken) || null)
}

/** Throws a DOMException when the storage is blocked, because a login without a stored token has failed. */
export function writeToken(token: string): void {
  localStorage.setItem(STORAGE_KEYS.token, token)
}

export function removeSignedInKeys(): void {
  for (const key of SIGN_OUT_KEYS) writeStored(key, null)
}

/** True when another tab has changed the token. `key` is null when that tab has cleared the storage. */
export function isTokenChange(event: StorageEvent): boolean {
  return event.key === STORAGE_KEYS.token || event.key === null
}

export function readLoginState(): string | null {
  return readStored(STORAGE_KEYS.loginState, 'sessionStorage')
}

export function writeLoginState(state: string): void {
  sessionStorage.setItem(STORAGE_KEYS.loginState, state)
}

export function removeLoginState(): void {
  writeStored(STORAGE_KEYS.loginState, null, 'sessionStorage')
}

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

export function writeUser(user: { id: string; email: string | null }): void {
  writeStored(STORAGE_KEYS.userId, user.id)
  writeStored(STORAGE_KEYS.email, user.email)
}

export function readChannelKey(): string | null {
  return readStored(STORAGE_KEYS.channel) || null
}

export function channelHeader(): Record<string, string> {
  const key = readChannelKey()
  return key === null ? {} : { 'X-Channel-Key': headerValue(key) }
}

/** Encodes a text for a header. Headers allow only Latin-1, and the stored channel key may contain any text. */
export function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value)
}
