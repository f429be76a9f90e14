export type RowOrder = readonly string[]

/**
 * Computes the rows of a list. While the list is in use, its rows keep their places, and fetched rows that are not new
 * are appended until the list has `space` rows. Returns the same reference when nothing changes.
 */
export function settleRows(
  rows: RowOrder,
  fetched: RowOrder,
  { idle, space, isNew }: { idle: boolean; space: number; isNew: (id: string) => boolean },
): RowOrder {
  if (idle || rows.length === 0) return isSameOrder(rows, fetched) ? rows : fetched
  const onScreen = new Set(rows)
  const below = fetched
    .filter((id) => !onScreen.has(id) && !isNew(id))
    .slice(0, Math.max(0, space - rows.length))
  return below.length === 0 ? rows : [...rows, ...below]
}

function isSameOrder(a: RowOrder, b: RowOrder): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
