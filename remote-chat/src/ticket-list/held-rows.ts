/** The rows that stand on the screen, in their order, and which new ones wait to come in. */
export interface HeldRows {
  readonly ids: readonly string[]
  /** In the newest answer, not on the screen. */
  readonly arrived: readonly string[]
}

export const NO_ROWS: HeldRows = { ids: [], arrived: [] }

/**
 * A list in use does not move under the pointer: its rows stay where they are, and new ones wait behind a count.
 * A calm list, at the top and left alone, takes the newest answer as it is. The same reference when nothing changes.
 */
export function holdRows(held: HeldRows, incoming: readonly string[], calm: boolean): HeldRows {
  if (calm || held.ids.length === 0) {
    return held.arrived.length === 0 && sameOrder(held.ids, incoming) ? held : { ids: incoming, arrived: [] }
  }
  const onScreen = new Set(held.ids)
  const arrived = incoming.filter((id) => !onScreen.has(id))
  return sameOrder(held.arrived, arrived) ? held : { ids: held.ids, arrived }
}

/** Takes a row out at once: the person has just dealt with it. */
export function dropRow(held: HeldRows, id: string): HeldRows {
  return held.ids.includes(id) ? { ...held, ids: held.ids.filter((each) => each !== id) } : held
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
