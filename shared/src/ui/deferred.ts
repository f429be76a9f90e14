/** Code that comes later than the page: in an idle moment, or with its first use. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export interface Deferred<T> {
  /** Fetches it, once; after a failure the next call tries again. */
  load: () => Promise<T>
  /** It, or null while it is not here. */
  read: () => T | null
  subscribe: (listener: () => void) => () => void
}

export function deferred<T>(fetchIt: () => Promise<T>): Deferred<T> {
  let value: T | null = null
  let pending: Promise<T> | null = null
  const listeners = new Set<() => void>()

  async function load(): Promise<T> {
    try {
      value = await fetchIt()
    } catch (error) {
      pending = null
      throw error
    }
    for (const listener of listeners) listener()
    return value
  }

  return {
    load: () => {
      pending ??= load()
      return pending
    },
    read: () => value,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * What is deferred, or null while it is on its way; it is asked for once it is `wanted`. `onFailed` hears that it could not be
 * fetched: whoever wanted it wants it no longer, so that the next wish is a new try.
 */
export function useDeferred<T>(part: Deferred<T>, wanted: boolean, onFailed: () => void): T | null {
  const value = useSyncExternalStore(part.subscribe, part.read)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    if (!wanted || part.read() !== null) return
    let left = false
    part.load().catch((error: unknown) => {
      console.error('a part of the page could not be fetched', error)
      if (!left) failed()
    })
    return () => {
      left = true
    }
  }, [wanted, part])
  return value
}
