import type { SoakOptions } from './soak.ts'
import { dropSockets } from './socket-drops.ts'

export const defaultRounds = 200

const COMPLETE_WITHIN_MS = 2_000

/** Cuts connections for 1 s to 3 h. Returns true when no message was missing, duplicated or late. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  const { drops, messages, missing, doubled, disordered, completeMs } = await dropSockets({
    drops: rounds,
    seed,
  })
  const at = (part: number) => Math.round(completeMs[Math.floor((completeMs.length - 1) * part)] ?? 0)
  console.log(`seed ${seed}: ${drops} drops, ${messages} messages`)
  for (const [what, found] of Object.entries({ missing, doubled, disordered }))
    console.log(`${what}: ${found.length} ${found.slice(0, 5).join(' · ')}`)
  console.log(`complete after the reconnect: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`)
  return [missing, doubled, disordered].every((found) => found.length === 0) && at(1) <= COMPLETE_WITHIN_MS
}
