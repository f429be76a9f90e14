/** Ids of the rows on the screen, in display order. */
export type RowOrder = readonly string[]

/**
 * The rows to show after a new answer. An idle list takes the answer as it is. A list in use keeps its rows in place; of the
 * answer's other rows, those that are not new cases (`isNew`) are appended as far as the page has room (`room`).
 * Returns the same reference when nothing changes.
 */
export function settleRows(
  rows: RowOrder,
  answer: RowOrder,
  { idle, room, isNew }: { idle: boolean; room: number; isNew: (id: string) => boolean },
): RowOrder {
  if (idle || rows.length === 0) return isSameOrder(rows, answer) ? rows : answer
  const onScreen = new Set(rows)
  const below = answer
    .filter((id) => !onScreen.has(id) && !isNew(id))
    .slice(0, Math.max(0, room - rows.length))
  return below.length === 0 ? rows : [...rows, ...below]
}

function isSameOrder(a: RowOrder, b: RowOrder): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
