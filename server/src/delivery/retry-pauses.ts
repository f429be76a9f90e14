import { withJitter } from '../jitter.ts'
import { REPLY_TOKEN_MS } from '../messages/reply-token.store.ts'

/** Pauses before the second, third … try: many at first, for what fails once mostly does not fail for long. */
export const RETRY_PAUSES_MS = [
  ...([500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const),
  ...([300_000, 1_800_000, 7_200_000] as const),
]
/** LINE remembers a retry key for 24 hours from the first call; a push with it after that could reach the customer twice. */
export const RETRY_KEY_HOURS = 23
/** An answer that waited longer than this without a call of LINE may be outdated; a person decides. */
export const MAX_WAIT_HOURS = 23
export const MAX_AGE_MS = RETRY_KEY_HOURS * 3_600_000

/** Of the minute in which LINE takes a reply token (`REPLY_TOKEN_MS`): a first reply goes within this time of its receipt, */
export const REPLY_WITHIN_MS = REPLY_TOKEN_MS - 20_000
/** and one whose answer was lost is asked again within this. */
export const REPEAT_REPLY_WITHIN_MS = REPLY_TOKEN_MS - 10_000
/** Pauses before asking again; the last one repeats. */
const REPLY_PAUSES_MS = [500, 1_000, 2_000] as const

/**
 * How long to wait after call number `calls` (1, 2, …), in ms, spread by a quarter so that many do not come back together;
 * null: enough. `atLeastMs` is what LINE asked for, `chance` gives numbers in [0, 1).
 */
export function pauseAfter(
  calls: number,
  ageMs: number,
  atLeastMs: number,
  chance: () => number,
  pauses: readonly number[] = RETRY_PAUSES_MS,
): number | null {
  const pause = pauses[calls - 1]
  if (pause === undefined) return null
  const spread = withJitter(Math.max(pause, atLeastMs), chance)
  const wait = Math.max(atLeastMs, spread)
  return ageMs + wait > MAX_AGE_MS ? null : wait
}

/** The same for a reply; null: it cannot be asked again in time. */
export function replyPauseAfter(
  calls: number,
  tokenAgeMs: number,
  atLeastMs: number,
  chance: () => number,
  pauses: readonly number[] = REPLY_PAUSES_MS,
): number | null {
  const pause = pauses[Math.min(calls, pauses.length) - 1] ?? 0
  const wait = Math.max(atLeastMs, withJitter(pause, chance))
  return tokenAgeMs + wait > REPEAT_REPLY_WITHIN_MS ? null : wait
}
