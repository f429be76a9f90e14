/** Elements of open dialogs, topmost last. */
const dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Registers a visible dialog. Returns a function that removes it. */
export function enterDialog(element: HTMLElement): () => void {
  dialogs.push(element)
  for (const listener of listeners) listener()
  return () => {
    dialogs.splice(dialogs.indexOf(element), 1)
    for (const listener of listeners) listener()
  }
}

/** Returns the element of the topmost dialog; null when no dialog is open. */
export const topDialog = (): HTMLElement | null => dialogs.at(-1) ?? null

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
