/** Ids of the rows on the screen, in display order. */
export type RowOrder = readonly string[]

/**
 * Returns the rows to show after a response. An idle list shows the response unchanged. A list in use keeps its rows in
 * place, and appends other rows of the response that are not new (`isNew`), as far as the page has room (`space`).
 * Returns the same reference when nothing changes.
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
