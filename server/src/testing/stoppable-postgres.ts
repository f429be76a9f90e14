import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'

/** A desk's database that goes away and comes back at the same addresses. */
export interface StoppableDatabase {
  /** As the desk works with it, and as the owner of its schema. */
  address: DatabaseAddress
  ownerAddress: DatabaseAddress
  goesAway(): Promise<void>
  comesBack(): Promise<void>
}

/** Starts a PostgreSQL of its own in `dataDir`, with an empty desk. Whoever is done with it calls `goesAway`. */
export async function startStoppablePostgres(dataDir: string): Promise<StoppableDatabase> {
  mkdirSync(dataDir, { recursive: true })
  // Each start has its socket in another place; the link keeps one name for them.
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
    goesAway: async () => running?.stop(),
    comesBack: async () => {
      await start()
    },
  }
}
