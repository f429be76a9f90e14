import { MAX_WALL_COUNT } from 'shared/contract/constants.ts'
import { formatCount } from '../figures/format.ts'

/** The sum of what accounts have; the server counts no further than `MAX_WALL_COUNT` for each, which reads as "or more". */
export const wallCount = (counts: readonly number[]) =>
  formatCount(counts.reduce((sum, count) => sum + count, 0)) +
  (counts.some((count) => count >= MAX_WALL_COUNT) ? '+' : '')
