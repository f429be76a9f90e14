export interface Pauses {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * How long to wait before the next try, in ms: the first pause, doubled with each try made so far up to the longest, and spread
 * by a quarter either way, so that many desks do not come back at once.
 */
export function backoff(tries: number, pauses: Pauses, random: () => number = Math.random): number {
  return Math.min(pauses.firstMs * 2 ** tries, pauses.longestMs) * (0.75 + random() / 2)
}
