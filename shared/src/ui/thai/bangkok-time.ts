/** Offset of Bangkok, the same all year. `Intl` would calculate it for each value, which is slow. */
export const BANGKOK_OFFSET_MINUTES = 7 * 60

export const startOfBangkokDay = (day: string): string => shifted(day, 0)

export const endOfBangkokDay = (day: string): string => shifted(day, 24 * 60 * 60_000 - 1)

const shifted = (day: string, ms: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - BANGKOK_OFFSET_MINUTES * 60_000 + ms).toISOString()
