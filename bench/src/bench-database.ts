import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { serverVariables } from '../../server/src/testing/server-process.ts'

/** Starts PostgreSQL for a server process. Disposal stops it and removes its folder, unless `keptDir` is given. */
export async function startBenchDatabase(keptDir?: string) {
  const dir = keptDir ?? mkdtempSync(join(tmpdir(), 'oa-desk-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: dir })
  await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
  const server = {
    dataDir: join(dir, 'server'),
    database: { address: postgres.desk, ownerAddress: postgres.owner },
  }
  return {
    dir,
    postgres,
    /** Folder and database of the server. */
    server,
    variables: async (lineUrl: string) => serverVariables({ port: await getPort(), lineUrl, ...server }),
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      if (keptDir === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}
