import { formatDuration } from 'shared/ui'
import { wholeSeconds } from './format.ts'

/** How a figure stands to that of the period before. */
export interface FigureChange {
  direction: 'up' | 'down' | 'same'
  /** `12%` or `15 เท่า` of counts, `18 วิ` of durations; empty when it is the same. */
  amount: string
  /** More cases, or less time. */
  isBetter: boolean
}

/** Null where there is nothing to compare. */
export function changeOf(
  now: number | null,
  before: number | null,
  isDuration: boolean,
): FigureChange | null {
  if (now === null || before === null || (!isDuration && before === 0)) return null
  const difference = isDuration ? wholeSeconds(now) - wholeSeconds(before) : now - before
  const amount = isDuration ? formatDuration(Math.abs(difference)) : shareOf(Math.abs(difference), before)
  if (difference === 0 || amount === '0%') return { direction: 'same', amount: '', isBetter: true }
  return { direction: difference > 0 ? 'up' : 'down', amount, isBetter: difference > 0 !== isDuration }
}

/** From ten times on a percentage says no more. */
function shareOf(difference: number, before: number): string {
  const share = difference / before
  return share < 10 ? `${Math.round(share * 100)}%` : `${Math.round(share)} เท่า`
}
