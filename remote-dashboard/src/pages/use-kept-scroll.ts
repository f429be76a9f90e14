import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** How far pages were scrolled, by the entry of the browser's history, the newest last. */
const tops = new Map<string, number>()
const MAX_TOPS = 20

/** The page that scrolls: who comes back to it finds it scrolled as it was. */
export function useKeptScroll() {
  const { key, pathname } = useLocation()
  const ref = useRef<HTMLDivElement>(null)
  const entry = useRef({ key, pathname })
  useLayoutEffect(() => {
    // Of another page it is where this one was left for.
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

/** Scrolls as soon as the page is long enough, unless somebody moves it first. */
function scrollOnce(page: HTMLElement, top: number): () => void {
  const look = () => {
    page.scrollTop = top
    if (page.scrollTop >= top - 1) stop()
  }
  const grown = new MutationObserver(look)
  const stop = () => {
    grown.disconnect()
    for (const name of HANDS) page.removeEventListener(name, stop)
  }
  grown.observe(page, { childList: true, subtree: true })
  for (const name of HANDS) page.addEventListener(name, stop, { passive: true })
  look()
  return stop
}
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
