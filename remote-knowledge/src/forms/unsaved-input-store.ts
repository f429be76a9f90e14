import { useSyncExternalStore } from 'react'
import { readPersonal, readSession, serverNow, subscribeSession, writePersonal } from 'shared/session'

interface UserStoreOptions<Value> {
  /** Storage key. The value is restored after a reload, or when the same user signs in again. */
  storedAs?: string
  /** Returns false for a value that is too large to be stored. Such a value is not serialized. */
  canStore?: (value: Value) => boolean
  onLeft?: (value: Value) => void
}

/** Time in ms after which a stored value expires: the maximum lifetime of a session. */
const RETENTION_MS = 30 * 24 * 60 * 60_000
const STORE_AFTER_MS = 500
/** Maximum length of a stored value: all pages share the browser's storage, and whole files would fill it. */
const MAX_STORED_CHARACTERS = 200_000

/** Creates a store that survives a change of pages. Another user never sees the value, and sign-out deletes it. */
export function userStore<Value>(empty: Value, { storedAs, canStore, onLeft }: UserStoreOptions<Value> = {}) {
  let value = empty
  let owner: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const emptyJson = JSON.stringify(empty)
  const listeners = new Set<() => void>()
  const show = (next: Value) => {
    value = next
    for (const listener of [...listeners]) listener()
  }
  const save = () => {
    if (timer === undefined || owner === null || storedAs === undefined) return
    clearTimeout(timer)
    timer = undefined
    const json = canStore?.(value) === false ? emptyJson : JSON.stringify(value)
    const isStored = json !== emptyJson && json.length <= MAX_STORED_CHARACTERS
    writePersonal(owner, 'knowledge', storedAs, isStored ? JSON.stringify({ at: serverNow(), value }) : null)
  }
  const set = (next: Value) => {
    show(next)
    if (storedAs === undefined) return
    clearTimeout(timer)
    timer = setTimeout(save, STORE_AFTER_MS)
  }
  if (storedAs !== undefined) window.addEventListener('pagehide', save)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  followOwner(
    (next) => {
      owner = next
      const storedValue = storedAs === undefined ? null : readStoredValue<Value>(next, storedAs)
      if (storedValue !== null) show(storedValue)
    },
    (hasSignedOut) => {
      if (!hasSignedOut) save()
      clearTimeout(timer)
      timer = undefined
      owner = null
      const left = value
      show(empty)
      onLeft?.(left)
    },
  )
  return { read: () => value, set, useValue: () => useSyncExternalStore(subscribe, () => value) }
}

/** Returns a stored value; `null` when there is none, or when it is too old or cannot be parsed. */
function readStoredValue<Value>(owner: string, name: string): Value | null {
  const storedValue = readPersonal(owner, 'knowledge').get(name)
  if (storedValue === undefined) return null
  try {
    const { at, value } = JSON.parse(storedValue) as { at: number; value: Value }
    return serverNow() - at < RETENTION_MS ? value : null
  } catch (error) {
    console.warn('saved form input could not be read', error)
    return null
  }
}

function followOwner(onBegin: (owner: string) => void, onEnd: (hasSignedOut: boolean) => void): void {
  let owner: string | null = null
  const check = () => {
    const { profile, status, reason } = readSession()
    const now = profile?.id ?? null
    if (now === owner || (now === null && status !== 'signed-out')) return
    if (owner !== null) onEnd(reason === 'left')
    owner = now
    if (now !== null) onBegin(now)
  }
  subscribeSession(check)
  check()
}
