import { type Deferred, useDeferred } from './deferred-import.ts'
import { showToast } from './Toaster/toast.store.ts'

export function reportNotOpened(): void {
  showToast({ tone: 'error', text: 'เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
}

/** The dialog's code; null while closed or loading. When loading fails, shows an error and calls `close`. */
export function useLazyDialog<T>(part: Deferred<T>, isOpen: boolean, close: () => void): T | null {
  const LazyDialog = useDeferred(part, isOpen, () => {
    reportNotOpened()
    close()
  })
  return isOpen ? LazyDialog : null
}
