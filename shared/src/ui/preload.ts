import { dialogWindow } from './Dialog/Dialog.tsx'
import { notices } from './Toaster/toast.store.ts'

/**
 * Fetches windows and notices ahead of their first use; call it once the page has nothing better to do. What fails now is fetched
 * when it is wanted. A menu comes when the pointer or the focus reaches its button.
 */
export function preloadOverlays(): void {
  for (const part of [dialogWindow, notices]) part.load().catch(() => undefined)
}
