/** Maximum number of rows per statement: a hundred thousand rows would exceed the statement timeout. */
const ROWS = 5_000

export function portionsOf<T>(all: readonly T[], size = ROWS): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}
