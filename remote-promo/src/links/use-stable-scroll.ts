import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Custom property with the minimum scroll height; used in PromoUploadPage.module.css. */
const STABLE_HEIGHT = '--stable-height'

/**
 * Keeps the link list at its screen position while a mouse or the focus is in it and the content above changes its
 * height.
 */
export function useStableScroll(view: RefObject<HTMLElement | null>): void {
  const before = useRef({ width: 0, top: 0 })
  // Runs on every render, since the content above renders with the page.
  useLayoutEffect(() => {
    const list = view.current?.querySelector<HTMLElement>('[data-frozen]')
    const { width, top } = before.current
    before.current = { width: list?.offsetWidth ?? 0, top: list?.offsetTop ?? 0 }
    const moved = before.current.top - top
    // With another width or without a previous position, the list has moved for another reason.
    const isSame = list != null && list.offsetWidth === width
    if (isSame && list.matches(':hover, :focus-within')) scrollOn(view.current, moved)
    else if (moved < 0) view.current?.style.removeProperty(STABLE_HEIGHT)
  })
  useEffect(() => {
    const page = view.current
    // Removes the added height again as the user scrolls back.
    const trim = () => page?.style.getPropertyValue(STABLE_HEIGHT) && ensureHeight(page, page.scrollTop)
    page?.addEventListener('scroll', trim)
    return () => page?.removeEventListener('scroll', trim)
  }, [view])
}

/** Scrolls by an offset, adding height below when the content is too short. */
export function scrollOn(page: HTMLElement | null, by: number): void {
  if (page === null || by === 0) return
  const top = page.scrollTop + by
  ensureHeight(page, top)
  page.scrollTo({ top })
}

function ensureHeight(page: HTMLElement, scrollTop: number): void {
  page.style.setProperty(STABLE_HEIGHT, `${scrollTop + page.clientHeight}px`)
}
