import { type MouseEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

const linkOf = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest('li')?.querySelector('a')?.getAttribute('href') : undefined

/**
 * The wall's rows change places whoever looks, for a pointer may lie on a monitor for days: a click opens the row on which the pointer came
 * to rest, not the one that has moved under it since. Such a row fires `pointerover`, never `pointermove`.
 */
export function useRestedRow() {
  const navigate = useNavigate()
  const rested = useRef<string>(undefined)
  return {
    onPointerMove: (event: MouseEvent) => {
      rested.current = linkOf(event) ?? undefined
    },
    onPointerLeave: () => {
      rested.current = undefined
    },
    onClickCapture: (event: MouseEvent) => {
      const { current: to } = rested
      const pressed = linkOf(event)
      // By the keyboard there is no `detail`.
      if (to === undefined || !pressed || pressed === to || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      void navigate(to)
    },
  }
}
