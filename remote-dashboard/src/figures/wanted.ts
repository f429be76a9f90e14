import type { Period } from '../period/period.ts'

/** What figures are of. */
export interface Wanted {
  /** An official account's key, or `__ALL__`. */
  channel: string
  period: Period
  /** Durations within opening hours alone. */
  isOpenHours: boolean
}

/** As the dashboard's calls ask for it. */
export function queryOf({ channel, period, isOpenHours }: Wanted) {
  return {
    channel_key: channel,
    ...period,
    ...(isOpenHours ? { hours: 'business' as const } : {}),
  }
}
