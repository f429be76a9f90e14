import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { knowledgeStorm } from '../../server/src/testing/knowledge-storm.ts'
import type { SoakOptions } from './soak.ts'

const KILLS = 25

/** Returns true when all acknowledged changes exist, none is partial, and searches find exactly these entries. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  let isWhole = true
  for (let round = 0; round < rounds; round += 1) {
    const dir = mkdtempSync(join(tmpdir(), 'oa-desk-soak-'))
    const postgres = await startEmbeddedPostgres({ dataDir: dir })
    try {
      await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
      const { answered, unanswered, unlikeIndex, ...found } = await knowledgeStorm({
        dataDir: join(dir, 'server'),
        database: { address: postgres.desk, ownerAddress: postgres.owner },
        kills: KILLS,
        seed: seed + round,
      })
      console.log(`seed ${seed + round}: ${answered} changes and questions completed, ${unanswered} cut off`)
      const faults = { ...found, 'found otherwise than it is': unlikeIndex }
      for (const [what, each] of Object.entries(faults)) {
        console.log(`${what}: ${each.length}`)
        for (const one of each.slice(0, 20)) console.log(`  ${one}`)
        if (each.length > 0) isWhole = false
      }
    } finally {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  }
  return isWhole
}
