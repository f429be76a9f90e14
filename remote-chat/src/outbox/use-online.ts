import { useSyncExternalStore } from 'react'

/** True when the browser has a network connection; the server may still be unavailable. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController()
  for (const type of ['online', 'offline'])
    window.addEventListener(type, listener, { signal: listening.signal })
  return () => listening.abort()
}
