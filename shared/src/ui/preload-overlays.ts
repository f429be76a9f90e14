import { dialogWindow } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads the code of notices at once (a lost connection must be told without the network), and that of dialogs with the first
 * input event; call it when the page is idle. What fails to load is loaded again when it is used. Menus load when the pointer or
 * the focus reaches their button.
 */
export function preloadOverlays(): void {
  notices.preload()
  const firstInput = new AbortController()
  const loadDialogs = () => {
    firstInput.abort()
    dialogWindow.preload()
  }
  for (const type of FIRST_INPUT_EVENTS)
    window.addEventListener(type, loadDialogs, { passive: true, signal: firstInput.signal })
}
