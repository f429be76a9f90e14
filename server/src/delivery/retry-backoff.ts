import { withJitter } from '../jitter.ts'
import { REPLY_TOKEN_MS } from '../messages/reply-token.store.ts'

/** Pauses in ms before the second, third … attempt. The last pause repeats until an hour after the first attempt. */
export const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const
/** Longest pause in ms during the first hour, including jitter. */
export const MAX_PAUSE_MS = 60_000
const FIRST_HOUR_MS = 3_600_000
const LATER_PAUSE_MS = 300_000
/** Time in ms without a response from LINE after which a message is marked as unknown and staff decide about it. */
export const UNKNOWN_AFTER_MS = 9_420_000
/** Hours in which a push may be repeated. After 24 hours, LINE forgets the retry key and could deliver twice. */
export const RETRY_KEY_HOURS = 23
/** Hours after which an unsent message may be outdated, so that staff decide whether to send it. */
export const MAX_WAIT_HOURS = 23

/** Maximum age in ms of a reply token at the first attempt; LINE accepts the token for `REPLY_TOKEN_MS`. */
export const REPLY_WITHIN_MS = REPLY_TOKEN_MS - 20_000
/** Maximum age in ms of a reply token at another attempt after a lost response. */
export const REPEAT_REPLY_WITHIN_MS = REPLY_TOKEN_MS - 10_000
const REPLY_PAUSES_MS = [500, 1_000, 2_000] as const

/** Returns null when no retry follows, as after the last of the given `pauses`. `atLeastMs`: LINE's Retry-After. */
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

/** Returns null when the reply token would be too old for a retry. */
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
