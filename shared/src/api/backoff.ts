export interface BackoffLimits {
  readonly firstMs: number
  readonly longestMs: number
}

/** Delay in ms before a retry: doubles each time. Jitter of 25 % spreads the retries of many browsers. */
export function backoff(tries: number, pauses: BackoffLimits, random: () => number = Math.random): number {
  return Math.min(pauses.firstMs * 2 ** tries, pauses.longestMs) * (0.75 + random() / 2)
}
