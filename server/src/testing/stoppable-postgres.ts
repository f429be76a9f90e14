import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'

/** Database that a test can stop and start again at the same addresses. */
export interface StoppableDatabase {
  /** Addresses with the server's role and with the role that owns the schema. */
  address: DatabaseAddress
  ownerAddress: DatabaseAddress
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
}

/** Starts PostgreSQL in `dataDir` with a migrated, empty database. Call `stopDatabase` at the end. */
export async function startStoppablePostgres(dataDir: string): Promise<StoppableDatabase> {
  mkdirSync(dataDir, { recursive: true })
  // The socket directory differs at each start, so a link gives it a constant path.
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
