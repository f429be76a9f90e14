import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { startSimulator } from '../../line-simulator/src/simulator.ts'
import { encryptSecrets } from '../../server/src/channels/channel-secrets.store.ts'
import { closeDatabase, openDatabase } from '../../server/src/db/client.ts'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { channels } from '../../server/src/db/schema.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts'
import { connectionStorm } from '../../server/src/testing/connection-storm.ts'
import { inDatabase } from '../../server/src/testing/query-once.ts'
import { serverVariables, startServerProcess } from '../../server/src/testing/server-process.ts'
import { TEST_ENCRYPTION } from '../../server/src/testing/test-encryption.ts'
import type { SoakOptions } from './soak.ts'

export const defaultRounds = 400

/** Returns true when no message was lost or duplicated. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'oa-desk-soak-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrateDatabase(postgres.owner, { runtimeRole: DESK_ROLE })
  const simulator = await startSimulator({ dataDir, deskUrl: 'http://127.0.0.1:9', port: 0 })
  const db = openDatabase(postgres.desk, { poolSize: 1 })
  await db.insert(channels).values(
    simulator.world.channels.map((each) => ({
      key: each.key,
      name: each.name,
      lineBotUserId: each.bot_user_id,
      ...encryptSecrets(TEST_ENCRYPTION, each.key, {
        secret: each.channel_secret,
        accessToken: each.channel_access_token,
      }),
    })),
  )
  await closeDatabase(db)
  const variables = serverVariables({
    port: await getPort(),
    dataDir: join(dataDir, 'server'),
    database: { address: postgres.desk, ownerAddress: postgres.owner },
    lineUrl: simulator.url,
  })
  const server = await startServerProcess(variables)
  try {
    const { database } = postgres.desk as { database: string }
    const report = await connectionStorm({
      deskUrl: server.url,
      simulator,
      ownerAddress: inDatabase(postgres.superuser, database),
      rounds,
      seed,
    })
    const { acknowledged, ended, refused, unexpected, lost, doubled, disordered } = report
    console.log(`seed ${seed}: ${rounds} rounds, ${ended} connections cut, ${refused} calls refused with 503`)
    console.log(`acknowledged: ${JSON.stringify(acknowledged)}`)
    for (const [what, found] of Object.entries({ unexpected, lost, doubled, disordered })) {
      console.log(`${what}: ${found.length}`)
      for (const each of found.slice(0, 20)) console.log(`  ${each}`)
    }
    const { code } = await server.end('SIGTERM')
    console.log(`the started server stopped with ${code}`)
    return [unexpected, lost, doubled, disordered].every((found) => found.length === 0) && code === 0
  } finally {
    await server.end('SIGKILL')
    await simulator.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
