import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { subscribeDialogs, topDialog } from '../Dialog/dialog-stack.ts'
import { useDeferred } from '../deferred-import.ts'
import { notices } from './toast.store.ts'

/**
 * Live region for notifications. The host renders it once. The region exists before the first notification, because
 * screen readers announce changes only in an existing region. It moves into the topmost dialog, because it would be
 * unreachable behind the dialog.
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
