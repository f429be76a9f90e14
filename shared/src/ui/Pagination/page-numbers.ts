export const GAP = '...'

/** Slots in the row, so that the buttons stay under the pointer while one walks through the pages. */
export const SLOTS = 7
/** So many fit beside each other on a phone, each wide enough for a finger. */
export const FEW_SLOTS = 5

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The page buttons to show: the first and last page, the present one with its neighbours where there is room, and `...` for what lies between. */
export function pageNumbers(page: number, pageCount: number, slots = SLOTS): (number | typeof GAP)[] {
  if (pageCount <= slots) return range(1, pageCount)
  const edge = slots - 2
  if (page < edge) return [...range(1, edge), GAP, pageCount]
  if (page > pageCount - edge + 1) return [1, GAP, ...range(pageCount - edge + 1, pageCount)]
  const around = (slots - 5) / 2
  return [1, GAP, ...range(page - around, page + around), GAP, pageCount]
}
