import { type DatabaseConfig, readDatabaseConfig } from '../config.ts'
import { closeDatabase, type Db, openDatabase } from '../db/client.ts'
import { lockDataDir } from '../db/data-dir-lock.ts'
import { bringUpToDate, openDeskDatabase, requireCurrentSchema } from '../db/desk-database.ts'
import { DESK_ROLE, findEmbeddedPostgres, OWNER_ROLE } from '../db/embedded-postgres.ts'

/**
 * Runs `work` on the desk's database: that of the running server, or, when no server runs on DATA_DIR, the embedded one started
 * for the moment. A schema that is older than this code is left alone. Throws ConfigError and StartError.
 */
export async function withDeskDatabase<T>(
  environment: NodeJS.ProcessEnv,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const config = readDatabaseConfig(environment)
  const running = await openRunning(config)
  if (running) {
    try {
      await requireCurrentSchema(running)
      return await work(running)
    } finally {
      await closeDatabase(running)
    }
  }
  return withLock(config, async () => {
    const opened = await openDeskDatabase(config, { onNotice: console.error, onError: () => {} }, 'refuse')
    try {
      return await work(opened.db)
    } finally {
      await opened.close()
    }
  })
}

/** Brings the same database up to date; `onMigration` is told of each migration. Throws ConfigError and StartError. */
export async function migrateDeskDatabase(
  environment: NodeJS.ProcessEnv,
  onMigration: (tag: string) => void,
): Promise<void> {
  const given = readDatabaseConfig(environment)
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseMigrationUrl }
  const running = await openRunning(config)
  const owner = findEmbeddedPostgres(config.dataDir, OWNER_ROLE)
  if (running && owner) {
    await closeDatabase(running)
    await bringUpToDate(owner, { runtimeRole: DESK_ROLE, onMigration })
    return
  }
  await withLock(config, async () => {
    const notices = { onNotice: console.error, onError: () => {}, onMigration }
    const opened = await openDeskDatabase(config, notices, 'migrate')
    await opened.close()
  })
}

/** An embedded database is one program's at a time. */
async function withLock<T>(config: DatabaseConfig, work: () => Promise<T>): Promise<T> {
  const lock = config.databaseUrl === null ? lockDataDir(config.dataDir, 'server') : undefined
  try {
    return await work()
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
