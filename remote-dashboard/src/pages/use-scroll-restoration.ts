import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

const tops = new Map<string, number>()
const MAX_TOPS = 20

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
    const stop = scrollOnce(page, tops.get(entry.current.key) ?? 0)
    return () => {
      stop()
      const { key: left } = entry.current
      tops.delete(left)
      tops.set(left, page.scrollTop)
      const [oldest] = tops.keys()
      if (tops.size > MAX_TOPS && oldest !== undefined) tops.delete(oldest)
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
  const grown = new MutationObserver(check)
  const stop = () => {
    grown.disconnect()
    for (const name of HANDS) page.removeEventListener(name, stop)
  }
  grown.observe(page, { childList: true, subtree: true })
  for (const name of HANDS) page.addEventListener(name, stop, { passive: true })
  check()
  return stop
}
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
