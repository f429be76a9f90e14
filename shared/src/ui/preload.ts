import { dialogWindow } from './Dialog/Dialog.tsx'
import { menuList } from './Menu/Menu.tsx'
import { notices } from './Toaster/toast.store.ts'

/** Fetches windows, menus and notices ahead of their first use; call it once the page has nothing better to do. What fails now is fetched when it is wanted. */
export function preloadOverlays(): void {
  for (const part of [dialogWindow, menuList, notices]) part.load().catch(() => undefined)
}
