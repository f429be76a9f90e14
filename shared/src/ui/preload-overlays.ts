import { dialogContent } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

const FIRST_INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Preloads the code of overlays. Call this function when the page is idle. Notifications load immediately, because a
 * lost connection must be reported without the network; dialogs load with the first input event. Code that failed to
 * load is requested again on use.
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
