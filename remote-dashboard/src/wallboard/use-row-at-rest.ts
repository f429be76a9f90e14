import { type MouseEvent, useRef } from 'react'

const linkOf = ({ target }: MouseEvent) => (target as Element).closest('li')?.querySelector('a')

/**
 * The wallboard reorders its rows even under a pointer, which may rest on a monitor for days. A click opens the row
 * where the pointer came to rest. A row that moves under the pointer fires `pointerover` but no `pointermove`.
 */
export function useRowAtRest() {
  const rested = useRef<HTMLElement | null>(null)
  return {
    onPointerMove: (event: MouseEvent) => {
      rested.current = linkOf(event) ?? null
    },
    onPointerLeave: () => {
      rested.current = null
    },
    onClickCapture: (event: MouseEvent) => {
      const { current: link } = rested
      // Clicks by keyboard, like the click that is triggered below, have a `detail` of 0.
      if (!event.detail || !link || link === linkOf(event)) return
      event.preventDefault()
      link.click()
    },
  }
}
