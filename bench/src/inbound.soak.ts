import { inboundStorm } from '../../server/src/testing/inbound-storm.ts'
import { startBenchDatabase } from './bench-database.ts'
import { everyRound, printFaults } from './fault-rounds.ts'
import type { SoakOptions } from './soak.ts'

const EVENTS = 5_000
const KILLS = 5

/** Returns true when each message is stored once, in LINE's order, and unsent messages are not readable. */
export function soak(options: SoakOptions): Promise<boolean> {
  return everyRound(options, async (seed) => {
    await using database = await startBenchDatabase()
    const run = { ...database.server, events: EVENTS, kills: KILLS, seed }
    const { lost, doubled, disordered, stillRead, blank, ...counts } = await inboundStorm(run)
    console.log(`seed ${seed}: ${JSON.stringify(counts)}`)
    return printFaults({ lost, doubled, 'out of order': disordered, 'still read': stillRead, blank })
  })
}
