import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseOutage } from '../../server/src/testing/database-outage.ts'
import { startStoppablePostgres } from '../../server/src/testing/stoppable-postgres.ts'
import { everyRound, printFaults } from './fault-rounds.ts'
import type { SoakOptions } from './soak.ts'

const AWAY_MS = 60_000
const CALM_MS = 2_000
const PER_SECOND = 20

/** Repeats failed requests, as nginx does. Returns true when each message was stored once, in the customer's order. */
export function soak(options: SoakOptions): Promise<boolean> {
  return everyRound(options, async (seed) => {
    const dir = mkdtempSync(join(tmpdir(), 'oa-desk-soak-'))
    const database = await startStoppablePostgres(join(dir, 'database'))
    try {
      const { refused, lost, doubled, disordered, logged, responseMs, restarts, ...counts } =
        await databaseOutage({
          dataDir: join(dir, 'server'),
          database,
          awayMs: AWAY_MS,
          calmMs: CALM_MS,
          perSecond: PER_SECOND,
          seed,
        })
      console.log(`seed ${seed}: ${JSON.stringify(counts)}`)
      console.log(`responses while the database was unavailable, ms: ${JSON.stringify(responseMs)}`)
      console.log(`restarts, ms: ${JSON.stringify(restarts)}`)
      const isWhole = printFaults({ refused, lost, doubled, 'out of order': disordered })
      console.log(`warnings logged: ${logged.length}`)
      for (const line of logged.slice(0, 20)) console.log(`  ${line.slice(0, 200)}`)
      return isWhole
    } finally {
      await database.stopDatabase()
      rmSync(dir, { recursive: true, force: true })
    }
  })
}
