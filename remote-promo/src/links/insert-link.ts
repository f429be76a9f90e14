import type { DropPosition, PromoLink } from './promo-link.ts'

/**
 * Adds a link. The newest drop is first, and files of one drop keep their order, regardless of which upload ends first.
 * A known image keeps its entry, which moves to the new drop. A duplicate in one drop gets the first position.
 */
export function insertLink(
  links: readonly PromoLink[],
  link: PromoLink & { position: DropPosition },
): readonly PromoLink[] {
  const known = links.find(({ url }) => url === link.url)
  const [droppedAt, nth] = link.position
  const first = known?.position?.[0] === droppedAt ? known.position[1] : nth
  const position: DropPosition = [droppedAt, Math.min(nth, first)]
  const others = links.filter(({ url }) => url !== link.url)
  const entry = { ...(known ?? link), position }
  return others.toSpliced(
    firstIndex(others, (each) => !isAbove(each, entry)),
    0,
    entry,
  )
}

/** Restores a link. `number` is its former index, which decides when the link's `position` allows several places. */
export function reinsertLink(
  links: readonly PromoLink[],
  link: PromoLink,
  number: number,
): readonly PromoLink[] {
  const highest = firstIndex(links, (each) => !isAbove(each, link))
  const lowest = firstIndex(links, (each) => isAbove(link, each))
  return links.toSpliced(Math.min(lowest, Math.max(highest, number)), 0, link)
}

function firstIndex(links: readonly PromoLink[], isMeant: (link: PromoLink) => boolean): number {
  const index = links.findIndex(isMeant)
  return index === -1 ? links.length : index
}

/** Returns true when one link is above the other. Links without `position` are the oldest. */
function isAbove(one: PromoLink, other: PromoLink): boolean {
  if (one.position === undefined && other.position === undefined) return one.createdAt > other.createdAt
  if (one.position === undefined || other.position === undefined) return one.position !== undefined
  const [[droppedAt, nth], [otherAt, otherNth]] = [one.position, other.position]
  return droppedAt > otherAt || (droppedAt === otherAt && nth < otherNth)
}
