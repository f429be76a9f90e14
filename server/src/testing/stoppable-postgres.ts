import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'

/** Database that can be stopped and started again at the same addresses. */
export interface StoppableDatabase {
  /** Addresses for the server's role and for the owner of the schema. */
  address: DatabaseAddress
  ownerAddress: DatabaseAddress
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
}

/** Starts a PostgreSQL in `dataDir` with an empty, migrated database. Call `stopDatabase` at the end. */
export async function startStoppablePostgres(dataDir: string): Promise<StoppableDatabase> {
  mkdirSync(dataDir, { recursive: true })
  // Creates a link with a constant name, because each start uses another socket directory.
  const socketDir = join(dataDir, 'socket')
  let running: EmbeddedPostgres | undefined
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir })
    running = postgres
    rmSync(socketDir, { force: true })
    symlinkSync(postgres.desk.socketDir, socketDir)
    return postgres
  }
  const { owner, desk } = await start()
  await migrateDatabase(owner, { runtimeRole: DESK_ROLE })
  return {
    address: { ...desk, socketDir },
    ownerAddress: { ...owner, socketDir },
    stopDatabase: async () => running?.stop(),
    startDatabase: async () => {
      await start()
    },
  }
}
