import { type Deferred, showToast, useDeferred } from 'shared/ui'

/** A window whose code comes with its first use, null while it is closed. Where the code cannot be fetched that is said, and `close` called. */
export function useLateWindow<T>(part: Deferred<T>, isOpen: boolean, close: () => void): T | null {
  const Window = useDeferred(part, isOpen, () => {
    showToast({ tone: 'error', text: 'เปิดหน้าต่างไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    close()
  })
  return isOpen ? Window : null
}
