import { withJitter } from '../jitter.ts'
import { REPLY_TOKEN_MS } from '../messages/reply-token.store.ts'

/** Pauses before the second, third … call. The last one repeats while the first call is less than an hour ago. */
export const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
/** Longest pause in the first hour, jitter included. */
export const MAX_PAUSE_MS = 60_000
const FIRST_HOUR_MS = 3_600_000
const LATER_PAUSE_MS = 300_000
/** After this long without a response from LINE, staff decide what happens to the message. */
export const UNKNOWN_AFTER_MS = 9_420_000
/** LINE remembers a retry key for 24 hours from the first call. A push with it after that could be delivered twice. */
export const RETRY_KEY_HOURS = 23
/** A reply that waited longer than this without a call to LINE may be outdated, so staff decide. */
export const MAX_WAIT_HOURS = 23

/** Maximum age of a reply token for the first call, below the minute in which LINE accepts it (`REPLY_TOKEN_MS`). */
export const REPLY_WITHIN_MS = REPLY_TOKEN_MS - 20_000
/** Maximum age of a reply token for retries after a lost response. */
export const REPEAT_REPLY_WITHIN_MS = REPLY_TOKEN_MS - 10_000
/** Pauses before retries of a reply. The last one repeats. */
const REPLY_PAUSES_MS = [500, 1_000, 2_000] as const

/**
 * Returns the pause after call number `calls` (1, 2, …) in ms, with jitter. Null means give up. `atLeastMs` is LINE's
 * Retry-After, `chance` returns numbers in [0, 1). Given `pauses` replace the plan, and retries end with the last of
 * them.
 */
export function pauseAfter(
  calls: number,
  ageMs: number,
  atLeastMs: number,
  chance: () => number,
  pauses?: readonly number[],
): number | null {
  const isFirstHour = ageMs < FIRST_HOUR_MS
  const planned = isFirstHour ? RETRY_PAUSES_MS[Math.min(calls, RETRY_PAUSES_MS.length) - 1] : LATER_PAUSE_MS
  const pause = pauses === undefined ? planned : pauses[calls - 1]
  if (pause === undefined) return null
  const spread = withJitter(pause, chance)
  const wait = Math.max(atLeastMs, isFirstHour ? Math.min(spread, MAX_PAUSE_MS) : spread)
  return ageMs + wait > UNKNOWN_AFTER_MS ? null : wait
}

/** Like `pauseAfter`, for a reply. Null when it cannot be retried in time. */
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
