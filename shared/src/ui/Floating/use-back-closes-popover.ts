import { useEffect, useEffectEvent } from 'react'

/**
 * Makes the browser's back button close a small overlay (a menu or popover) and do nothing else.
 * A history entry as in `useBackCloses` would not work: a click elsewhere would close the overlay and navigate back,
 * while it may already open something else. Instead the navigation back is cancelled, which browsers allow once per
 * click, and a click opens every overlay of this kind. In browsers without the Navigation API, back leaves the page.
 */
export function useBackClosesPopover(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || !('navigation' in window)) return
    const controller = new AbortController()
    window.navigation.addEventListener(
      'navigate',
      (event) => {
        if (event.navigationType !== 'traverse' || !event.cancelable) return
        event.preventDefault()
        close()
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [isOpen])
}
