import { knowledgeStorm } from '../../server/src/testing/knowledge-storm.ts'
import { startBenchDatabase } from './bench-database.ts'
import { everyRound, printFaults } from './fault-rounds.ts'
import type { SoakOptions } from './soak.ts'

const KILLS = 25

/** Returns true when all acknowledged changes exist, none is partial, and searches find exactly these entries. */
export function soak(options: SoakOptions): Promise<boolean> {
  return everyRound(options, async (seed) => {
    await using database = await startBenchDatabase()
    const run = { ...database.server, kills: KILLS, seed }
    const { answered, unanswered, unlikeIndex, ...found } = await knowledgeStorm(run)
    console.log(`seed ${seed}: ${answered} changes and questions completed, ${unanswered} cut off`)
    return printFaults({ ...found, 'found otherwise than it is': unlikeIndex })
  })
}
