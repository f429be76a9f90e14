import { MAX_WALL_COUNT } from 'shared/contract/constants.ts'
import { formatCount } from '../figures/format.ts'

/** The server counts no further for an official account: it reads as "or more". */
export const isCut = (count: number) => count >= MAX_WALL_COUNT

/** The sum of what accounts have; `isMore`: of one of them there may be more. */
export const wallCount = (counts: readonly number[], isMore = counts.some(isCut)) =>
  formatCount(counts.reduce((sum, count) => sum + count, 0)) + (isMore ? '+' : '')
