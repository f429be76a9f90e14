/** A navigation that has not happened within this time is cancelled. */
const LEAVING_MS = 5_000

let leftUntil = 0

if (typeof window !== 'undefined') {
  for (const event of ['beforeunload', 'pagehide']) {
    window.addEventListener(event, () => {
      leftUntil = performance.now() + LEAVING_MS
    })
  }
  window.addEventListener('pageshow', () => {
    leftUntil = 0
  })
}

/**
 * Returns true while the page is being unloaded: the browser then aborts requests, so a failed request does not
 * indicate a server problem.
 */
export function isPageUnloading(): boolean {
  return performance.now() < leftUntil
}

/**
 * Waits until an unloading page is active again: its navigation was cancelled, or the browser restored it from its
 * cache.
 */
export function untilPageActive(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS)
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
