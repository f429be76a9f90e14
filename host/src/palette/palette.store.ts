import { endTypingAhead, startTypingAhead } from './typeahead-buffer.ts'

type Shown = 'palette' | 'sheet' | null

let shown: Shown = null
const listeners = new Set<() => void>()

export const readShown = (): Shown => shown
export function subscribeShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Shown): void {
  if (next !== 'palette') endTypingAhead()
  else if (shown !== next) startTypingAhead()
  shown = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => show('palette')
export const openSheet = (): void => show('sheet')
export const closeShown = (): void => show(null)
