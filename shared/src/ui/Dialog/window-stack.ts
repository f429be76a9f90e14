/** The windows that lie over the page, the topmost last. */
const windows: HTMLElement[] = []
const listeners = new Set<() => void>()

/** A window has come to the screen; returns what takes it away again. */
export function enterWindow(element: HTMLElement): () => void {
  windows.push(element)
  for (const listener of listeners) listener()
  return () => {
    windows.splice(windows.indexOf(element), 1)
    for (const listener of listeners) listener()
  }
}

/** The topmost window, or null when the page itself is on top. */
export const topWindow = (): HTMLElement | null => windows.at(-1) ?? null

export function subscribeWindows(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
