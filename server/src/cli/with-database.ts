import { type DatabaseConfig, readDatabaseConfig } from '../config.ts'
import { closeDatabase, type Db, openDatabase } from '../db/client.ts'
import { lockDataDir } from '../db/data-dir-lock.ts'
import { openDeskDatabase } from '../db/desk-database.ts'
import { findEmbeddedPostgres } from '../db/embedded.ts'

/**
 * Runs `work` on the desk's database: that of the running server, or, when no server runs on DATA_DIR, the embedded one started
 * for the moment. Throws ConfigError and StartError.
 */
export async function withDeskDatabase<T>(
  environment: NodeJS.ProcessEnv,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const config = readDatabaseConfig(environment)
  const running = await openRunning(config)
  if (running) {
    try {
      return await work(running)
    } finally {
      await closeDatabase(running)
    }
  }
  const lock = config.databaseUrl === null ? lockDataDir(config.dataDir, 'server') : undefined
  try {
    const opened = await openDeskDatabase(config, { onNotice: console.error, onError: () => {} })
    try {
      return await work(opened.db)
    } finally {
      await opened.close()
    }
  } finally {
    lock?.release()
  }
}

async function openRunning({ databaseUrl, dataDir }: DatabaseConfig): Promise<Db | undefined> {
  const address = databaseUrl === null ? findEmbeddedPostgres(dataDir) : undefined
  if (address === undefined) return undefined
  const db = openDatabase(address, { poolSize: 1 })
  try {
    await db.$client.query('select 1')
    return db
  } catch {
    await closeDatabase(db)
    return undefined
  }
}
