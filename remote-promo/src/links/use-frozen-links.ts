import { useEffect, useMemo, useState } from 'react'
import type { PromoLink } from './promo-link.ts'

/** Returns the links to show. While a mouse points at the list, new links are held back; `waiting` is their number. */
export function useFrozenLinks(links: readonly PromoLink[], onFreeze: (isFrozen: boolean) => void) {
  const [frozen, setFrozen] = useState<readonly PromoLink[] | null>(null)
  const shown = useMemo(() => {
    if (frozen === null) return links
    const there = new Map(links.map((link) => [link.id, link]))
    return frozen.flatMap(({ id }) => there.get(id) ?? [])
  }, [frozen, links])
  // Ends the freeze, because an empty list is removed under the mouse without a leave event.
  if (frozen !== null && shown.length === 0) setFrozen(null)
  const isFrozen = frozen !== null
  useEffect(() => onFreeze(isFrozen), [isFrozen, onFreeze])
  const hold = (isFrozen: boolean) => setFrozen((before) => (isFrozen ? (before ?? links) : null))
  return { shown, waiting: links.length - shown.length, hold }
}
