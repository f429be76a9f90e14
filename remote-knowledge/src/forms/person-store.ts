import { useSyncExternalStore } from 'react'
import { readPersonal, readSession, subscribeSession, writePersonal } from 'shared/session'

export interface PersonStore<Value> {
  read: () => Value
  set: (value: Value) => void
  useValue: () => Value
}

interface PersonStoreOptions<Value> {
  /** What has been written comes back when its writer signs in again after a session that has ended by itself, under this name. It is JSON. */
  keptAs?: string
  /** Is told what is let go. */
  onLeft?: (value: Value) => void
}

/** No session lasts longer. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** What one person has written: it outlives components and pages, and is nobody else's. Who signs out leaves none of it. */
export function personStore<Value>(
  empty: Value,
  { keptAs, onLeft }: PersonStoreOptions<Value> = {},
): PersonStore<Value> {
  let value = empty
  const listeners = new Set<() => void>()
  const read = () => value
  const set = (next: Value) => {
    value = next
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  followOwner(
    (owner) => {
      const kept = keptAs === undefined ? null : takeKept<Value>(owner, keptAs)
      if (kept !== null) set(kept)
    },
    (owner, hasSignedOut) => {
      const left = value
      if (keptAs !== undefined && !hasSignedOut && left !== empty)
        writePersonal(owner, 'knowledge', keptAs, JSON.stringify({ at: Date.now(), value: left }))
      set(empty)
      onLeft?.(left)
    },
  )
  return { read, set, useValue: () => useSyncExternalStore(subscribe, read) }
}

/** Takes what was kept of a person out of the browser's storage; null: nothing, or nothing that can be read. */
function takeKept<Value>(owner: string, name: string): Value | null {
  const kept = readPersonal(owner, 'knowledge').get(name)
  if (kept === undefined) return null
  writePersonal(owner, 'knowledge', name, null)
  try {
    const { at, value } = JSON.parse(kept) as { at: number; value: Value }
    return Date.now() - at < KEPT_MS ? value : null
  } catch (error) {
    console.warn('what was written before cannot be read', error)
    return null
  }
}

/** Calls when a person is known to be signed in, and when they are so no more: what one has written is nobody else's. */
function followOwner(
  onBegin: (owner: string) => void,
  onEnd: (owner: string, hasSignedOut: boolean) => void,
): void {
  let owner: string | null = null
  const look = () => {
    const { profile, status, reason } = readSession()
    const now = profile?.id ?? null
    if (now === owner || (now === null && status !== 'signed-out')) return
    if (owner !== null) onEnd(owner, reason === 'left')
    owner = now
    if (now !== null) onBegin(now)
  }
  subscribeSession(look)
  look()
}
