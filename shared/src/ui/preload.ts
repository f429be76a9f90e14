import { dialogWindow } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

const SIGNS_OF_A_PERSON = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches notices at once (what fails must be able to say so without the network), and windows with the first sign of a person at
 * the page; call it once the page has nothing better to do. What fails now is fetched when it is wanted. A menu comes when the
 * pointer or the focus reaches its button.
 */
export function preloadOverlays(): void {
  const load = (part: typeof dialogWindow | typeof notices) => void part.load().catch(() => undefined)
  load(notices)
  const someoneIsHere = new AbortController()
  const loadWindows = () => {
    someoneIsHere.abort()
    load(dialogWindow)
  }
  for (const sign of SIGNS_OF_A_PERSON)
    window.addEventListener(sign, loadWindows, { passive: true, signal: someoneIsHere.signal })
}
