/** A pause spread by a quarter either way, so that many do not come back together. `random` gives numbers in [0, 1). */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (0.75 + random() / 2)
}
