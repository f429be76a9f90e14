/** The elements of open windows, the topmost last. */
const windows: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Registers a window that is on the screen; returns what removes it. */
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
