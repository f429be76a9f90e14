import { type TouchEvent, useRef, type WheelEvent } from 'react'

/** A finger has moved this far down, in px. */
const PULL_PX = 24

/** At its upper end, or with nothing to scroll, a conversation is asked for what stands above by the wheel or a finger. */
export function usePullAbove(ask: () => void) {
  const fingerAt = useRef(0)
  const isAtTop = (element: Element) => element.scrollTop <= 0
  return {
    onWheel: ({ deltaY, currentTarget }: WheelEvent) => {
      if (deltaY < 0 && isAtTop(currentTarget)) ask()
    },
    onTouchStart: ({ touches }: TouchEvent) => {
      fingerAt.current = touches[0]?.clientY ?? 0
    },
    onTouchMove: ({ touches, currentTarget }: TouchEvent) => {
      const at = touches[0]?.clientY ?? 0
      if (at - fingerAt.current > PULL_PX && isAtTop(currentTarget)) ask()
    },
  }
}
