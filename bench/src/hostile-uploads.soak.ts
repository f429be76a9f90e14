import { join } from 'node:path'
import { closeDatabase, openDatabase } from '../../server/src/db/client.ts'
import { hostileUploads, WARM_UP } from '../../server/src/testing/hostile-uploads.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { startBenchDatabase } from './bench-database.ts'
import { printFaults } from './fault-rounds.ts'
import type { SoakOptions } from './soak.ts'
import { percentile, summary } from './statistics.ts'

export const defaultRounds = 10_000

const MAX_GROWTH_MB = 200
/** Maximum growth of the memory in MB after the image processes have ended. */
const MAX_STORED_MB = 50
const MAX_HEALTHZ_MS = 100
const CALM_WITHIN_MS = 60_000

/** Returns true when the server stayed up and stored none of the rejected files. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  await using database = await startBenchDatabase()
  const db = openDatabase(database.postgres.desk, { poolSize: 1 })
  const server = await startServerProcess(await database.variables('http://127.0.0.1:9'))
  try {
    const { url, pid } = server
    const since = performance.now()
    const mediaDir = join(database.server.dataDir, 'media')
    const found = await hostileUploads({
      url,
      pid,
      db,
      mediaDir,
      uploads: rounds,
      seed,
      calmWithinMs: CALM_WITHIN_MS,
    })
    const { memory, wrong, refusedGood, strays } = found
    console.log(`seed ${seed}: ${rounds} uploads in ${((performance.now() - since) / 1000).toFixed(0)} s`)
    for (const [response, count] of Object.entries(found.responses).sort())
      console.log(`  ${response}: ${count}`)
    const ended = await server.end('SIGTERM')
    const crashes = ended.code === 0 ? 0 : 1
    console.log(`server crashes: ${crashes}; image decoder processes: ${found.children}`)
    const isWhole = printFaults({ wrong, 'valid ones refused': refusedGood, strays })
    const mb = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
    console.log(
      `before: a server without child processes that has served ${WARM_UP.requests} requests and accepted ${WARM_UP.goodUploads} valid images`,
    )
    console.log(
      `resident, server and child processes (file pages counted once): ${mb(memory.before)} MB before, ${mb(memory.peak)} at most, ${mb(memory.after)} after`,
    )
    console.log(
      `resident, server alone: ${mb(memory.serverBefore)} MB before, ${mb(memory.serverPeak)} at most, ${mb(memory.serverAfter)} after`,
    )
    console.log(summary('/healthz meanwhile', found.healthzMs))
    const growth = (memory.peak - memory.before) / 1024 ** 2
    return (
      isWhole &&
      crashes === 0 &&
      growth < MAX_GROWTH_MB &&
      (memory.after - memory.before) / 1024 ** 2 < MAX_STORED_MB &&
      percentile(found.healthzMs, 0.95) < MAX_HEALTHZ_MS
    )
  } finally {
    await server.end('SIGTERM')
    await closeDatabase(db)
  }
}
