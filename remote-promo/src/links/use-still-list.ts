import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** So high at least is what scrolls: PromoUploadPage.module.css. */
const ROOM = '--still-height'

/** As what stands above the list of links comes and goes, the list stays where it is on the screen while a mouse or the focus is in it. */
export function useStillList(view: RefObject<HTMLElement | null>): void {
  const before = useRef({ width: 0, top: 0 })
  // Each time the page is drawn: whatever stands above is drawn with it.
  useLayoutEffect(() => {
    const list = view.current?.querySelector<HTMLElement>('[data-still]')
    const { width, top } = before.current
    before.current = { width: list?.offsetWidth ?? 0, top: list?.offsetTop ?? 0 }
    const moved = before.current.top - top
    // Of another width, or not there before, it has moved for another reason.
    const isSame = list != null && list.offsetWidth === width
    if (isSame && list.matches(':hover, :focus-within')) scrollOn(view.current, moved)
    else if (moved < 0) view.current?.style.removeProperty(ROOM)
  })
  useEffect(() => {
    const page = view.current
    // Room that was made goes as one scrolls back over it.
    const trim = () => page?.style.getPropertyValue(ROOM) && makeRoom(page, page.scrollTop)
    page?.addEventListener('scroll', trim)
    return () => page?.removeEventListener('scroll', trim)
  }, [view])
}

/** Scrolls by so much also where there is less to scroll: what is below comes up, with room below it. */
export function scrollOn(page: HTMLElement | null, by: number): void {
  if (page === null || by === 0) return
  const top = page.scrollTop + by
  makeRoom(page, top)
  page.scrollTo({ top })
}

function makeRoom(page: HTMLElement, scrollTop: number): void {
  page.style.setProperty(ROOM, `${scrollTop + page.clientHeight}px`)
}
