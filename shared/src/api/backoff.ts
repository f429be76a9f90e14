export interface BackoffLimits {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * Returns the delay before the next retry in ms. The delay starts at `firstMs` and doubles with each retry up to
 * `longestMs`. Jitter of 25 % in both directions spreads the retries of many browsers.
 */
export function backoff(tries: number, pauses: BackoffLimits, random: () => number = Math.random): number {
  return Math.min(pauses.firstMs * 2 ** tries, pauses.longestMs) * (0.75 + random() / 2)
}
