import { followRealtime } from 'shared/realtime'

/** Calls when what could not be reached may be there again: the browser's network, or the socket after a break. Returns the end of it. */
export function followReturn(listener: () => void): () => void {
  const unfollow = followRealtime(({ type }) => {
    if (type === 'resync') listener()
  })
  window.addEventListener('online', listener)
  return () => {
    unfollow()
    window.removeEventListener('online', listener)
  }
}
