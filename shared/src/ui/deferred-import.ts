/** Code that loads when the browser is idle, or on first use. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createListeners } from '../contract/listeners.ts'

export type Deferred<T> = ReturnType<typeof deferred<T>>

export function deferred<T>(fetchIt: () => Promise<T>) {
  let value: T | null = null
  let pending: Promise<T> | null = null
  const { subscribe, notify } = createListeners()

  async function begin(): Promise<T> {
    try {
      value = await fetchIt()
    } catch (error) {
      pending = null
      throw error
    }
    notify()
    return value
  }

  /** Loads the code once. After a failure, the next call tries again. */
  const load = () => {
    pending ??= begin()
    return pending
  }
  /** Loads the code in advance. Ignores failures; the code then loads on use. */
  const preload = () => void load().catch(() => undefined)
  return {
    load,
    preload,
    preloadProps: { onPointerEnter: preload, onFocus: preload },
    read: () => value,
    subscribe,
  }
}

/** The loaded code, or null. On failure `onFailed` must make `isRequested` false, so that the next use tries again. */
export function useDeferred<T>(part: Deferred<T>, isRequested: boolean, onFailed: () => void): T | null {
  const value = useSyncExternalStore(part.subscribe, part.read)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    if (!isRequested || part.read() !== null) return
    let left = false
    part.load().catch((error: unknown) => {
      console.error('a lazy part of the page could not be loaded', error)
      if (!left) failed()
    })
    return () => {
      left = true
    }
  }, [isRequested, part])
  return value
}
