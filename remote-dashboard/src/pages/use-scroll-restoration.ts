import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const scrollPositions = new Map<string, number>()
const MAX_SCROLL_POSITIONS = 20

export function useScrollRestoration() {
  const { key, pathname } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const entry = useRef({ key, pathname })
  useLayoutEffect(() => {
    // A navigation to another path must not change the entry for which the position is saved.
    if (entry.current.pathname === pathname) entry.current.key = key
  }, [key, pathname])
  useLayoutEffect(() => {
    const page = ref.current
    if (page === null) return
    const stop = scrollOnce(page, scrollPositions.get(entry.current.key) ?? 0)
    return () => {
      stop()
      const { key: leftEntryKey } = entry.current
      scrollPositions.delete(leftEntryKey)
      scrollPositions.set(leftEntryKey, page.scrollTop)
      const [oldest] = scrollPositions.keys()
      if (scrollPositions.size > MAX_SCROLL_POSITIONS && oldest !== undefined) scrollPositions.delete(oldest)
    }
  }, [])
  return ref
}

/** Scrolls as soon as the page is tall enough, unless the user interacts first. Returns a function to cancel. */
function scrollOnce(page: HTMLElement, top: number): () => void {
  const check = () => {
    page.scrollTop = top
    if (page.scrollTop >= top - 1) stop()
  }
  const growthObserver = new MutationObserver(check)
  const stop = () => {
    growthObserver.disconnect()
    for (const name of USER_INPUT_EVENTS) page.removeEventListener(name, stop)
  }
  growthObserver.observe(page, { childList: true, subtree: true })
  for (const name of USER_INPUT_EVENTS) page.addEventListener(name, stop, { passive: true })
  check()
  return stop
}
const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
