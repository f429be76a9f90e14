import type { SoakOptions } from './soak.ts'

/** Runs every round with its own seed. Returns true when all rounds returned true. */
export async function everyRound(
  { rounds, seed }: SoakOptions,
  run: (seed: number) => Promise<boolean>,
): Promise<boolean> {
  let isWhole = true
  for (let round = 0; round < rounds; round += 1) isWhole = (await run(seed + round)) && isWhole
  return isWhole
}

/** Prints the number of faults of each kind, and the first of them. Returns true when there are none. */
export function printFaults(faults: Record<string, readonly string[]>): boolean {
  for (const [what, found] of Object.entries(faults)) {
    console.log(`${what}: ${found.length}`)
    for (const each of found.slice(0, 20)) console.log(`  ${each}`)
  }
  return Object.values(faults).every((found) => found.length === 0)
}
