/** Varies `ms` by up to a quarter, so that many clients do not retry together. `random` is at least 0 and below 1. */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.75 + random() / 2)
}
