import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { subscribeWindows, topWindow } from '../Dialog/window-stack.ts'
import { useDeferred } from '../deferred.ts'
import { notices } from './toast.store.ts'

/**
 * Where notices appear and are spoken; the host draws it once. It is on the page before any notice, since screen readers speak
 * what changes in a place they know. Under an open window nothing can be reached, so it moves into the topmost one.
 */
export function Toaster() {
  const [place] = useState(() => document.createElement('div'))
  const loaded = useDeferred(notices, false, () => undefined)

  useEffect(() => {
    const move = () => {
      const parent = topWindow() ?? document.body
      if (place.parentElement !== parent) parent.append(place)
    }
    move()
    const unsubscribe = subscribeWindows(move)
    return () => {
      unsubscribe()
      place.remove()
    }
  }, [place])

  return createPortal(
    <section aria-label="การแจ้งเตือน" aria-live="polite">
      {loaded ? <loaded.Notices /> : null}
    </section>,
    place,
  )
}
