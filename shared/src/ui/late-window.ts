import { type Deferred, useDeferred } from './deferred.ts'
import { showToast } from './Toaster/toast.store.ts'

/** What a person has pressed opens nothing, for its code could not be fetched: a later press tries again. */
export function sayNotOpened(): void {
  showToast({ tone: 'error', text: 'เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
}

/** A window whose code comes with its first use, null while it is closed. Where the code cannot be fetched that is said, and `close` called. */
export function useLateWindow<T>(part: Deferred<T>, isOpen: boolean, close: () => void): T | null {
  const Window = useDeferred(part, isOpen, () => {
    sayNotOpened()
    close()
  })
  return isOpen ? Window : null
}
