import { type Deferred, useDeferred } from './deferred-import.ts'
import { showToast } from './Toaster/toast.store.ts'

/** The code, which remains after closing; null until loaded. When loading fails, shows an error and calls `close`. */
export function useOpenedPart<T>(part: Deferred<T>, isOpen: boolean, close: () => void): T | null {
  return useDeferred(part, isOpen, () => {
    showToast({ tone: 'error', text: 'เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    close()
  })
}

/** The dialog's code; null while closed or loading. When loading fails, shows an error and calls `close`. */
export function useLazyDialog<T>(part: Deferred<T>, isOpen: boolean, close: () => void): T | null {
  const LazyDialog = useOpenedPart(part, isOpen, close)
  return isOpen ? LazyDialog : null
}
