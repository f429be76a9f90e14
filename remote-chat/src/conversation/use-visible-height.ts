import { type RefObject, useEffect } from 'react'

/** Keeps an element as high as what the on-screen keyboard leaves of the window. */
export function useVisibleHeight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const element = box.current
    if (!viewport || !element) return
    const fit = () => {
      // Pinched in, the visible part is small for another reason.
      const covered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      element.style.height = covered ? `${viewport.height}px` : ''
    }
    fit()
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [box])
}
