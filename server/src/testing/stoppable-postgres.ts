import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { migrateDatabase } from '../db/migrate.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'
import type { SocketAddress } from '../embedded-postgres/socket-address.ts'

/** A PostgreSQL of its own with an empty desk, which is stopped and started again at the same address. */
export interface StoppablePostgres {
  address: SocketAddress
  ownerAddress: SocketAddress
  goesAway(): Promise<void>
  comesBack(): Promise<void>
}

/** Starts it in `dataDir`. Whoever is done with it calls `goesAway`. */
export async function startStoppablePostgres(dataDir: string): Promise<StoppablePostgres> {
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
