import { dialogContent } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Preloads the code of overlays; call it when the page is idle. The code of notifications loads immediately,
 * because a lost connection must be reported without the network. The code of dialogs loads with the first input
 * event, that of a menu when the pointer or the focus reaches its button. Code that failed to load is requested
 * again on use.
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
