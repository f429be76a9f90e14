import { useEffect, useMemo, useState } from 'react'
import type { PromoLink } from './promo-link.ts'

/** The links as they are drawn: while a mouse is over them new ones wait, so that none slides under a hand; `waiting` are so many. `onHold` is told. */
export function useHeldLinks(links: readonly PromoLink[], onHold: (isHeld: boolean) => void) {
  const [held, setHeld] = useState<readonly PromoLink[] | null>(null)
  const shown = useMemo(() => {
    if (held === null) return links
    const there = new Map(links.map((link) => [link.id, link]))
    return held.flatMap(({ id }) => there.get(id) ?? [])
  }, [held, links])
  // A list that was emptied under a mouse went without its leaving.
  if (held !== null && shown.length === 0) setHeld(null)
  const isHeld = held !== null
  useEffect(() => onHold(isHeld), [isHeld, onHold])
  const hold = (isHeld: boolean) => setHeld((before) => (isHeld ? (before ?? links) : null))
  return { shown, waiting: links.length - shown.length, hold }
}
