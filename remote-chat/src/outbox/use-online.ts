import { useSyncExternalStore } from 'react'

/** Whether the browser has a network at all; where it has, the desk may be away all the same. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  const heard = new AbortController()
  for (const type of ['online', 'offline']) window.addEventListener(type, listener, { signal: heard.signal })
  return () => heard.abort()
}
