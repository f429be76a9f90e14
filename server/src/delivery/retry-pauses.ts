import { withJitter } from '../jitter.ts'
import { REPLY_TOKEN_MS } from '../messages/reply-token.store.ts'

/** Pauses before the second, third … call; the last one repeats while the first call is less than an hour ago. */
export const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
/** Longest pause in the first hour, jitter included. */
export const MAX_PAUSE_MS = 60_000
const FIRST_HOUR_MS = 3_600_000
const LATER_PAUSE_MS = 300_000
/** After this long without a response from LINE, staff decide what happens to the message. */
export const GIVE_UP_AFTER_MS = 9_420_000
/** LINE remembers a retry key for 24 hours from the first call; a push with it after that could reach the customer twice. */
export const RETRY_KEY_HOURS = 23
/** An answer that waited longer than this without a call of LINE may be outdated; a person decides. */
export const MAX_WAIT_HOURS = 23

/** Of the minute in which LINE takes a reply token (`REPLY_TOKEN_MS`): a first reply goes within this time of its receipt, */
export const REPLY_WITHIN_MS = REPLY_TOKEN_MS - 20_000
/** and one whose answer was lost is asked again within this. */
export const REPEAT_REPLY_WITHIN_MS = REPLY_TOKEN_MS - 10_000
/** Pauses before asking again; the last one repeats. */
const REPLY_PAUSES_MS = [500, 1_000, 2_000] as const

/**
 * Returns how long to wait after call number `calls` (1, 2, …), in ms, with jitter; null: give up. `atLeastMs` is the Retry-After of
 * LINE, `chance` gives numbers in [0, 1). Given `pauses` replace the plan, and end with the last of them.
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
  return ageMs + wait > GIVE_UP_AFTER_MS ? null : wait
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
