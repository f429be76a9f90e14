import type { DropPlace, PromoLink } from './promo-link.ts'

/**
 * The list with a link at its place: the newest drop first, and those of one drop as its files stood in it, whichever arrived first.
 * A picture that is there already keeps its entry and moves; one that stands in a drop twice has its first place.
 */
export function withLink(
  links: readonly PromoLink[],
  link: PromoLink & { place: DropPlace },
): readonly PromoLink[] {
  const known = links.find(({ url }) => url === link.url)
  const [droppedAt, nth] = link.place
  const first = known?.place?.[0] === droppedAt ? known.place[1] : nth
  const place: DropPlace = [droppedAt, Math.min(nth, first)]
  const others = links.filter(({ url }) => url !== link.url)
  const entry = { ...(known ?? link), place }
  return others.toSpliced(
    firstIndex(others, (each) => !standsAbove(each, entry)),
    0,
    entry,
  )
}

/** The list with a link back in it, in the same order; among those that nothing tells apart as the `number`th, from 0. */
export function withLinkBack(
  links: readonly PromoLink[],
  link: PromoLink,
  number: number,
): readonly PromoLink[] {
  const highest = firstIndex(links, (each) => !standsAbove(each, link))
  const lowest = firstIndex(links, (each) => standsAbove(link, each))
  return links.toSpliced(Math.min(lowest, Math.max(highest, number)), 0, link)
}

function firstIndex(links: readonly PromoLink[], isMeant: (link: PromoLink) => boolean): number {
  const index = links.findIndex(isMeant)
  return index === -1 ? links.length : index
}

/** Whether one is of a later drop than another, or stood earlier in the same. What was kept without a place is older than all that has one. */
function standsAbove(one: PromoLink, other: PromoLink): boolean {
  if (one.place === undefined && other.place === undefined) return one.createdAt > other.createdAt
  if (one.place === undefined || other.place === undefined) return one.place !== undefined
  const [[droppedAt, nth], [otherAt, otherNth]] = [one.place, other.place]
  return droppedAt > otherAt || (droppedAt === otherAt && nth < otherNth)
}
