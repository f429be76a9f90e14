import { useSyncExternalStore } from 'react'
import { readSession, subscribeSession } from 'shared/session'

export interface PersonStore<Value> {
  read: () => Value
  set: (value: Value) => void
  useValue: () => Value
}

/** What one person has written: it outlives components and pages, not the session. `onLeft` is told what is let go. */
export function personStore<Value>(empty: Value, onLeft?: (value: Value) => void): PersonStore<Value> {
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
  onOtherPerson(() => {
    const left = value
    set(empty)
    onLeft?.(left)
  })
  return { read, set, useValue: () => useSyncExternalStore(subscribe, read) }
}

/** Calls when the person who was signed in is so no more: what one has written is nobody else's. */
function onOtherPerson(listener: () => void): void {
  let owner = readSession().profile?.id ?? null
  subscribeSession(() => {
    const { profile, status } = readSession()
    const isOther = profile !== null && owner !== null && profile.id !== owner
    if (status === 'signed-out' || isOther) listener()
    if (profile !== null || status === 'signed-out') owner = profile?.id ?? null
  })
}
