import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { inboundStorm } from '../../server/src/testing/inbound-storm.ts'
import type { SoakOptions } from './soak.ts'

const EVENTS = 5_000
const KILLS = 5

/** Returns true when each message is stored once, in LINE's order, and unsent messages are not readable. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  let isWhole = true
  for (let round = 0; round < rounds; round += 1) {
    const dir = mkdtempSync(join(tmpdir(), 'oa-desk-soak-'))
    const postgres = await startEmbeddedPostgres({ dataDir: dir })
    try {
      await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
      const { lost, doubled, disordered, stillRead, blank, ...counts } = await inboundStorm({
        dataDir: join(dir, 'server'),
        database: { address: postgres.desk, ownerAddress: postgres.owner },
        events: EVENTS,
        kills: KILLS,
        seed: seed + round,
      })
      console.log(`seed ${seed + round}: ${JSON.stringify(counts)}`)
      const faults = { lost, doubled, 'out of order': disordered, 'still read': stillRead, blank }
      for (const [what, found] of Object.entries(faults)) {
        console.log(`${what}: ${found.length}`)
        for (const each of found.slice(0, 20)) console.log(`  ${each}`)
        if (found.length > 0) isWhole = false
      }
    } finally {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  }
  return isWhole
}
