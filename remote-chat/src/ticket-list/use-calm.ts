import { useCallback, useRef, useState } from 'react'

/** So long after the last touch, key or move of the pointer a list counts as left alone. */
const QUIET_MS = 4_000
/** Scrolled no farther than this, a list is at its top. */
const TOP_PX = 8
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'scroll'] as const

/**
 * Whether a scrolling list is at its top and left alone.
 * Give the returned function to the list as its `ref`.
 */
export function useCalm(): [ref: (element: HTMLElement | null) => void, calm: boolean] {
  const [calm, setCalm] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const settle = () => {
      if (element.scrollTop <= TOP_PX) setCalm(true)
    }
    const stir = () => {
      setCalm(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(settle, QUIET_MS)
    }
    for (const sign of SIGNS_OF_USE) element.addEventListener(sign, stir, { passive: true })
    return () => {
      clearTimeout(timer.current)
      for (const sign of SIGNS_OF_USE) element.removeEventListener(sign, stir)
    }
  }, [])
  return [ref, calm]
}
