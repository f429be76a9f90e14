/** Elements of open dialogs, topmost last. */
const windows: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Registers a visible dialog. Returns a function that removes it. */
export function enterWindow(element: HTMLElement): () => void {
  windows.push(element)
  for (const listener of listeners) listener()
  return () => {
    windows.splice(windows.indexOf(element), 1)
    for (const listener of listeners) listener()
  }
}

/** Returns the topmost dialog. Null when none is open. */
export const topWindow = (): HTMLElement | null => windows.at(-1) ?? null

export function subscribeWindows(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
