/** The rows that stand on the screen, in their order. */
export type RowOrder = readonly string[]

/**
 * A list in use does not move under a hand: its rows stay where they are, whatever the newest answer says; what is not new
 * (`isNew`) and finds room on the page comes in below. Left alone, the list is the newest answer.
 * The same reference when nothing changes.
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
