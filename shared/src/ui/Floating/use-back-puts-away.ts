import { useEffect, useEffectEvent } from 'react'

/**
 * While something small lies over the page (a menu, a card) the browser's back puts that away and nothing else. Unlike a window
 * (`useBackCloses`) it has no entry in the history: that would be left by a step back whenever one touches something else, in
 * the middle of what this touch opens. Instead the step is called off, which a browser allows once for each click; whatever
 * opens here, a click has opened. A browser without the Navigation API takes its step.
 */
export function useBackPutsAway(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || !('navigation' in window)) return
    const left = new AbortController()
    window.navigation.addEventListener(
      'navigate',
      (event) => {
        if (event.navigationType !== 'traverse' || !event.cancelable) return
        event.preventDefault()
        close()
      },
      { signal: left.signal },
    )
    return () => left.abort()
  }, [isOpen])
}
