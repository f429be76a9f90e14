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
  const below = others.findIndex((each) => !standsAbove(each, place))
  return others.toSpliced(below === -1 ? others.length : below, 0, { ...(known ?? link), place })
}

/** Whether it is of a later drop, or stood earlier in the same. */
function standsAbove({ place }: PromoLink, [droppedAt, nth]: DropPlace): boolean {
  if (place === undefined) return false
  return place[0] > droppedAt || (place[0] === droppedAt && place[1] < nth)
}
