import { createListeners } from 'shared/contract/listeners.ts'
import { endTypingAhead, startTypingAhead } from './typeahead-buffer.ts'

type Shown = 'palette' | 'sheet' | null

let shown: Shown = null
const { subscribe, notify } = createListeners()

export const readShown = (): Shown => shown
export const subscribeShown = subscribe

function show(next: Shown): void {
  if (next !== 'palette') endTypingAhead()
  else if (shown !== next) startTypingAhead()
  shown = next
  notify()
}

export const openPalette = (): void => show('palette')
export const openSheet = (): void => show('sheet')
export const closeShown = (): void => show(null)
