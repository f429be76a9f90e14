import { createListeners } from '../../contract/listeners.ts'

const dialogs: HTMLElement[] = []
const { subscribe, notify } = createListeners()

export { subscribe as subscribeDialogs }

export function enterDialog(element: HTMLElement): () => void {
  dialogs.push(element)
  notify()
  return () => {
    dialogs.splice(dialogs.indexOf(element), 1)
    notify()
  }
}

export const topDialog = (): HTMLElement | null => dialogs.at(-1) ?? null
