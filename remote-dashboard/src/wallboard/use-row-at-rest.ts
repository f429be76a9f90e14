import { type MouseEvent, useRef } from 'react'

const rowLinkOf = ({ target }: MouseEvent) => (target as Element).closest('li')?.querySelector('a')

/**
 * The wallboard reorders its rows even under a pointer, which may rest on a monitor for days. A click opens the row to
 * which the user moved the pointer, because rows that move under the pointer cause no `pointermove`.
 */
export function useRowAtRest() {
  const rowAtRest = useRef<HTMLElement | null>(null)
  return {
    onPointerMove: (event: MouseEvent) => {
      rowAtRest.current = rowLinkOf(event) ?? null
    },
    onPointerLeave: () => {
      rowAtRest.current = null
    },
    onClickCapture: (event: MouseEvent) => {
      const { current: link } = rowAtRest
      // Ignores clicks whose `detail` is 0: clicks by keyboard and by `link.click()`.
      if (!event.detail || !link || link === rowLinkOf(event)) return
      event.preventDefault()
      link.click()
    },
  }
}
