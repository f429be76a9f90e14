import { useEffect, useMemo, useState } from 'react'
import type { PromoLink } from './promo-link.ts'

/**
 * Links to render. While a mouse hovers over the list, new links are held back, so that rows do not move under the
 * pointer; `waiting` is their number. `onHold` receives true while links are held back.
 */
export function useHeldLinks(links: readonly PromoLink[], onHold: (isHeld: boolean) => void) {
  const [held, setHeld] = useState<readonly PromoLink[] | null>(null)
  const shown = useMemo(() => {
    if (held === null) return links
    const there = new Map(links.map((link) => [link.id, link]))
    return held.flatMap(({ id }) => there.get(id) ?? [])
  }, [held, links])
  // A list that is emptied under the mouse is removed without a leave event.
  if (held !== null && shown.length === 0) setHeld(null)
  const isHeld = held !== null
  useEffect(() => onHold(isHeld), [isHeld, onHold])
  const hold = (isHeld: boolean) => setHeld((before) => (isHeld ? (before ?? links) : null))
  return { shown, waiting: links.length - shown.length, hold }
}
