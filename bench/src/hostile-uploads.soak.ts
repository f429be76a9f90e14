import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { closeDatabase, openDatabase } from '../../server/src/db/client.ts'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { hostileUploads, WARM_UP } from '../../server/src/testing/hostile-uploads.ts'
import { serverVariables, startServerProcess } from '../../server/src/testing/server-process.ts'
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
  const dataDir = mkdtempSync(join(tmpdir(), 'oa-desk-soak-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
  const db = openDatabase(postgres.desk, { poolSize: 1 })
  const dir = join(dataDir, 'server')
  const server = await startServerProcess(
    serverVariables({
      port: await getPort(),
      dataDir: dir,
      database: { address: postgres.desk, ownerAddress: postgres.owner },
      lineUrl: 'http://127.0.0.1:9',
    }),
  )
  try {
    const { url, pid } = server
    const since = performance.now()
    const mediaDir = join(dir, 'media')
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
    for (const [what, list] of Object.entries({ wrong, 'valid ones refused': refusedGood, strays })) {
      console.log(`${what}: ${list.length}`)
      for (const each of list.slice(0, 20)) console.log(`  ${each}`)
    }
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
      crashes + wrong.length + refusedGood.length + strays.length === 0 &&
      growth < MAX_GROWTH_MB &&
      (memory.after - memory.before) / 1024 ** 2 < MAX_STORED_MB &&
      percentile(found.healthzMs, 0.95) < MAX_HEALTHZ_MS
    )
  } finally {
    await server.end('SIGTERM')
    await closeDatabase(db)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
