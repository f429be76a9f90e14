/** Time in ms within which a navigation must happen. Later the navigation is treated as cancelled. */
const LEAVING_MS = 5_000

let leavingUntil = 0

if (typeof window !== 'undefined') {
  for (const event of ['beforeunload', 'pagehide']) {
    window.addEventListener(event, () => {
      leavingUntil = performance.now() + LEAVING_MS
    })
  }
  window.addEventListener('pageshow', () => {
    leavingUntil = 0
  })
}

/** True while the page is unloading. The browser then aborts requests, which does not indicate a server problem. */
export function isPageUnloading(): boolean {
  return performance.now() < leavingUntil
}

/** Resolves when the navigation was cancelled, or when the browser has restored the page from its cache. */
export function untilPageActive(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS)
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
