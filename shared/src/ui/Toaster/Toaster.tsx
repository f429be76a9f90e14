import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { subscribeDialogs, topDialog } from '../Dialog/dialog-stack.ts'
import { useDeferred } from '../deferred-import.ts'
import { notices } from './toast.store.ts'

/**
 * Shows notifications. The host renders it once, before the first notification: screen readers announce changes only in
 * an existing live region. The live region moves into the topmost dialog, because it is unreachable behind a dialog.
 */
export function Toaster() {
  const [container] = useState(() => document.createElement('div'))
  const loaded = useDeferred(notices, false, () => undefined)

  useEffect(() => {
    const move = () => {
      const parent = topDialog() ?? document.body
      if (container.parentElement !== parent) parent.append(container)
    }
    move()
    const unsubscribe = subscribeDialogs(move)
    return () => {
      unsubscribe()
      container.remove()
    }
  }, [container])

  return createPortal(
    <section aria-label="การแจ้งเตือน" aria-live="polite">
      {loaded ? <loaded.Notices /> : null}
    </section>,
    container,
  )
}
