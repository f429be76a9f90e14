import { type TouchEvent, useRef, type WheelEvent } from 'react'

const PULL_PX = 24

/** Loads earlier messages on wheel and touch gestures at the top, where no scroll events occur. */
export function usePullToLoadEarlier(loadEarlier: () => void) {
  const fingerAt = useRef(0)
  const isAtTop = (element: Element) => element.scrollTop <= 0
  return {
    onWheel: ({ deltaY, currentTarget }: WheelEvent) => {
      if (deltaY < 0 && isAtTop(currentTarget)) loadEarlier()
    },
    onTouchStart: ({ touches }: TouchEvent) => {
      fingerAt.current = touches[0]?.clientY ?? 0
    },
    onTouchMove: ({ touches, currentTarget }: TouchEvent) => {
      const at = touches[0]?.clientY ?? 0
      if (at - fingerAt.current > PULL_PX && isAtTop(currentTarget)) loadEarlier()
    },
  }
}
