import { type RefObject, useLayoutEffect, useRef } from 'react'

/** As what stands above the list of links comes and goes, the list stays where it is on the screen while a mouse or the focus is in it. */
export function useStillList(view: RefObject<HTMLElement | null>): void {
  const before = useRef({ width: 0, top: 0 })
  // Each time the page is drawn: whatever stands above is drawn with it.
  useLayoutEffect(() => {
    const list = view.current?.querySelector<HTMLElement>('[data-still]')
    const { width, top } = before.current
    before.current = { width: list?.offsetWidth ?? 0, top: list?.offsetTop ?? 0 }
    // Of another width, or not there before, it has moved for another reason.
    if (list && list.offsetWidth === width && list.matches(':hover, :focus-within'))
      view.current?.scrollBy(0, list.offsetTop - top)
  })
}
