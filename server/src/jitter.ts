/** Varies `ms` by up to a quarter, so that many clients do not retry together. `random` returns [0, 1). */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.75 + random() / 2)
}
