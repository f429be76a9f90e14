/**
 * Returns `ms` increased or decreased by up to a quarter at random, so that many clients do not retry at the same
 * time. `random` returns numbers in [0, 1).
 */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.75 + random() / 2)
}
