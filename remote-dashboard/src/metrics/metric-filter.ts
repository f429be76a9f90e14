import type { Period } from '../period/period.ts'

export interface MetricFilter {
  /** Channel key, or `__ALL__`. */
  channel: string
  period: Period
  isOpenHours: boolean
}

export function queryOf({ channel, period, isOpenHours }: MetricFilter) {
  return {
    channel_key: channel,
    ...period,
    ...(isOpenHours ? { hours: 'business' as const } : {}),
  }
}
