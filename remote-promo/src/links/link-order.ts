import type { DropPlace, PromoLink } from './promo-link.ts'

/**
 * The list with a link at its place: the newest drop first, and those of one drop as its files stood in it, whichever arrived first.
 * An entry of the same picture gives way; a picture that stands in one drop twice has its first place.
 */
export function withLink(
  links: readonly PromoLink[],
  link: PromoLink & { place: DropPlace },
): readonly PromoLink[] {
  const isSame = ({ id, url }: PromoLink) => id === link.id || url === link.url
  const [droppedAt, nth] = link.place
  const twin = links.find((each) => isSame(each) && each.place?.[0] === droppedAt)
  const place: DropPlace = [droppedAt, Math.min(nth, twin?.place?.[1] ?? nth)]
  const others = links.filter((each) => !isSame(each))
  const below = others.findIndex((each) => !standsAbove(each, place))
  return others.toSpliced(below === -1 ? others.length : below, 0, { ...link, place })
}

/** Whether it is of a later drop, or stood earlier in the same. */
function standsAbove({ place }: PromoLink, [droppedAt, nth]: DropPlace): boolean {
  if (place === undefined) return false
  return place[0] > droppedAt || (place[0] === droppedAt && place[1] < nth)
}
