const dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

export function enterDialog(element: HTMLElement): () => void {
  dialogs.push(element)
  for (const listener of listeners) listener()
  return () => {
    dialogs.splice(dialogs.indexOf(element), 1)
    for (const listener of listeners) listener()
  }
}

export const topDialog = (): HTMLElement | null => dialogs.at(-1) ?? null

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
