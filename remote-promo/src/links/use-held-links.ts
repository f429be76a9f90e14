import { useRef, useState } from 'react'
import type { PromoLink } from './promo-link.ts'

/** The links as they are drawn: while a pointer or the focus is over them new ones wait, so that none slides under a hand. */
export function useHeldLinks(links: readonly PromoLink[]) {
  const [isHeld, setHeld] = useState(false)
  const drawn = useRef(links)
  if (isHeld) {
    const known = new Map(links.map((link) => [link.id, link]))
    const left = drawn.current.filter(({ id }) => known.has(id))
    if (left.length !== drawn.current.length) drawn.current = left
  } else drawn.current = links
  return { shown: drawn.current, hold: setHeld }
}
