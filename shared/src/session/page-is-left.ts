/** A navigation that has not happened by then does not happen. */
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

/** Whether this page is on its way out: a request that ends now was ended by the browser, and says nothing about the server. */
export function pageIsLeft(): boolean {
  return performance.now() < leftUntil
}

/** Waits until a page that was being left is here to stay: its navigation was called off, or the browser brought it back. */
export function untilPageStays(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS)
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}
