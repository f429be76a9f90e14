export const GAP = '...'

/** Slots in the row, so that the buttons stay under the pointer while one walks through the pages. */
const SLOTS = 7

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** The page buttons to show: the first and last page, the present one with its neighbours, and `...` for what lies between. */
export function pageNumbers(page: number, pageCount: number): (number | typeof GAP)[] {
  if (pageCount <= SLOTS) return range(1, pageCount)
  if (page <= SLOTS - 3) return [...range(1, SLOTS - 2), GAP, pageCount]
  if (page > pageCount - (SLOTS - 3)) return [1, GAP, ...range(pageCount - SLOTS + 3, pageCount)]
  return [1, GAP, page - 1, page, page + 1, GAP, pageCount]
}
