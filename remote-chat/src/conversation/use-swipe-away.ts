import { type RefObject, useEffect, useRef } from 'react'

const FAR_PX = 90
const LEVEL_PX = 45
const QUICK_MS = 600

/** A quick swipe to the right, level enough not to be scrolling, closes. */
export function useSwipeAway(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = box.current
    if (!element) return
    let start: { x: number; y: number; at: number } | null = null
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      const inText = (event.target as HTMLElement).closest('textarea, input') !== null
      start =
        touch && event.touches.length === 1 && !inText
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null
    }
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      if (!start || !touch) return
      const level = Math.abs(touch.clientY - start.y) < LEVEL_PX
      if (touch.clientX - start.x > FAR_PX && level && event.timeStamp - start.at < QUICK_MS) close.current()
      start = null
    }
    element.addEventListener('touchstart', onStart, { passive: true })
    element.addEventListener('touchend', onEnd, { passive: true })
    return () => {
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchend', onEnd)
    }
  }, [box])
}
