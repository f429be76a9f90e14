/** Calls back once the browser has nothing better to do, after five seconds at the latest. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: 5_000 })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 2_000)
  return () => clearTimeout(timer)
}
