import { formatDuration } from 'shared/ui'
import { wholeSeconds } from './format-metric.ts'

export interface MetricChange {
  direction: 'up' | 'down' | 'same'
  /** Amount of the change: `12%` or `15 เท่า` for counts, `18 วิ` for durations; empty without a change. */
  amount: string
  /** True when the change is good, or when there is no change. */
  isBetter: boolean
}

export function changeOf(
  now: number | null,
  before: number | null,
  isDuration: boolean,
): MetricChange | null {
  if (now === null || before === null || (!isDuration && before === 0)) return null
  const difference = isDuration ? wholeSeconds(now) - wholeSeconds(before) : now - before
  const amount = isDuration ? formatDuration(Math.abs(difference)) : shareOf(Math.abs(difference), before)
  if (difference === 0 || amount === '0%') return { direction: 'same', amount: '', isBetter: true }
  return { direction: difference > 0 ? 'up' : 'down', amount, isBetter: difference > 0 !== isDuration }
}

function shareOf(difference: number, before: number): string {
  const share = difference / before
  return share < 10 ? `${Math.round(share * 100)}%` : `${Math.round(share)} เท่า`
}
