import { MAX_WALLBOARD_COUNT } from 'shared/contract/constants.ts'
import { formatCount } from '../metrics/format-metric.ts'

/** Returns true when the server has capped the count. */
export const isCut = (count: number) => count >= MAX_WALLBOARD_COUNT

export const wallboardCount = (counts: readonly number[], isMore = counts.some(isCut)) =>
  formatCount(counts.reduce((sum, count) => sum + count, 0)) + (isMore ? '+' : '')
