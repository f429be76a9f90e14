import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** CSS variable for the minimum height of the content (PromoUploadPage.module.css). */
const STABLE_HEIGHT = '--stable-height'

/** Keeps the list's position on the screen when content above changes while a mouse or the focus is in the list. */
export function useStableScroll(view: RefObject<HTMLElement | null>): void {
  const before = useRef({ width: 0, top: 0 })
  // Runs on every render, because the content above is rendered together with the page.
  useLayoutEffect(() => {
    const list = view.current?.querySelector<HTMLElement>('[data-frozen]')
    const { width, top } = before.current
    before.current = { width: list?.offsetWidth ?? 0, top: list?.offsetTop ?? 0 }
    const moved = before.current.top - top
    // False when the list has moved for another reason, such as a new width.
    const isSame = list != null && list.offsetWidth === width
    if (isSame && list.matches(':hover, :focus-within')) scrollOn(view.current, moved)
    else if (moved < 0) view.current?.style.removeProperty(STABLE_HEIGHT)
  })
  useEffect(() => {
    const page = view.current
    const reduceHeight = () =>
      page?.style.getPropertyValue(STABLE_HEIGHT) && ensureHeight(page, page.scrollTop)
    page?.addEventListener('scroll', reduceHeight)
    return () => page?.removeEventListener('scroll', reduceHeight)
  }, [view])
}

/** Scrolls the page by a distance. Adds height below the content when the page is too short. */
export function scrollOn(page: HTMLElement | null, by: number): void {
  if (page === null || by === 0) return
  const top = page.scrollTop + by
  ensureHeight(page, top)
  page.scrollTo({ top })
}

function ensureHeight(page: HTMLElement, scrollTop: number): void {
  page.style.setProperty(STABLE_HEIGHT, `${scrollTop + page.clientHeight}px`)
}
