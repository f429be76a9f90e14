/**
 * Offset of Bangkok from UTC, the same all year. A fixed offset is fast, while `Intl` calculates a time zone for
 * each value.
 */
export const BANGKOK_OFFSET_MINUTES = 7 * 60

/** Returns the first millisecond of a Bangkok day such as `2026-03-05`, as an ISO string. */
export const startOfBangkokDay = (day: string): string => shifted(day, 0)

/** Returns the last millisecond of a Bangkok day, as an ISO string. */
export const endOfBangkokDay = (day: string): string => shifted(day, 24 * 60 * 60_000 - 1)

const shifted = (day: string, ms: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - BANGKOK_OFFSET_MINUTES * 60_000 + ms).toISOString()
