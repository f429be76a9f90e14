/** Bangkok's clock is seven hours ahead all year. A fixed offset costs nothing; a zone is worked out by `Intl` for each moment. */
export const BANGKOK_OFFSET_MINUTES = 7 * 60

/** The first millisecond of a day there, `2026-03-05`, as it travels. */
export const startOfBangkokDay = (day: string): string => shifted(day, 0)

/** The last millisecond of a day there. */
export const endOfBangkokDay = (day: string): string => shifted(day, 24 * 60 * 60_000 - 1)

const shifted = (day: string, ms: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - BANGKOK_OFFSET_MINUTES * 60_000 + ms).toISOString()
