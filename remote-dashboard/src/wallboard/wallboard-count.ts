import { MAX_WALLBOARD_COUNT } from 'shared/contract/constants.ts'
import { formatCount } from '../metrics/format.ts'

/** Returns true when the server's count is capped; it is then shown as "or more". */
export const isCut = (count: number) => count >= MAX_WALLBOARD_COUNT

/** Formats the sum of the channels' counts; `isMore`: a count is capped. */
export const wallboardCount = (counts: readonly number[], isMore = counts.some(isCut)) =>
  formatCount(counts.reduce((sum, count) => sum + count, 0)) + (isMore ? '+' : '')
