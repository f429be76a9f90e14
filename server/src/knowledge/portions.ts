/** Rows of one statement: of a hundred thousand at once none ends in the time that the database gives it. */
const ROWS = 5_000

export function portionsOf<T>(all: readonly T[], size = ROWS): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}
