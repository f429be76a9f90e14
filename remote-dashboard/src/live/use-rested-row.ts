import { type MouseEvent, useRef } from 'react'

const linkOf = ({ target }: MouseEvent) => (target as Element).closest('li')?.querySelector('a')

/**
 * The wall's rows change places whoever looks, for a pointer may lie on a monitor for days: a click opens the row on which the pointer came
 * to rest, not the one that has moved under it since. Such a row fires `pointerover`, never `pointermove`.
 */
export function useRestedRow() {
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
      // By the keyboard, and by the line below, there is no `detail`.
      if (!event.detail || !link || link === linkOf(event)) return
      event.preventDefault()
      link.click()
    },
  }
}
