import { dialogContent } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads the code of notifications immediately, because a lost connection must be reported without the network. Loads
 * the code of dialogs with the first input event. Call it when the page is idle. Failed code is loaded again on use.
 * The code of menus loads when the pointer or the focus reaches their button.
 */
export function preloadOverlays(): void {
  notices.preload()
  const firstInput = new AbortController()
  const loadDialogs = () => {
    firstInput.abort()
    dialogContent.preload()
  }
  for (const type of FIRST_INPUT_EVENTS)
    window.addEventListener(type, loadDialogs, { passive: true, signal: firstInput.signal })
}
