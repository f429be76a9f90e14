export interface BackoffLimits {
  readonly firstMs: number
  readonly longestMs: number
}

/** In ms: doubles with each retry. Jitter of 25 % in both directions spreads the retries of many browsers. */
export function backoff(tries: number, pauses: BackoffLimits, random: () => number = Math.random): number {
  return Math.min(pauses.firstMs * 2 ** tries, pauses.longestMs) * (0.75 + random() / 2)
}
