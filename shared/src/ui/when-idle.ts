/** Calls `work` when the browser is idle, after `timeoutMs` at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void, timeoutMs = 5_000): () => void {
  // Safari has no requestIdleCallback and uses the timer below.
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: timeoutMs })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, Math.min(2_000, timeoutMs))
  return () => clearTimeout(timer)
}
