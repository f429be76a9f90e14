import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseConfig, readDatabaseConfig } from '../config.ts'
import { lockDataDir } from '../data-dir-lock.ts'
import { closeDatabase, type Db, openDatabase } from '../db/client.ts'
import { migrateSchema, openDeskDatabase, requireCurrentSchema } from '../db/desk-database.ts'
import { DESK_ROLE, findEmbeddedPostgres, OWNER_ROLE } from '../embedded-postgres/embedded-postgres.ts'
import { StartError } from '../start-error.ts'
import { confirmAtTerminal } from './terminal-input.ts'

export interface DatabaseOptions {
  createsDatabase?: boolean
  /** True to create a desk without asking for confirmation. */
  yes?: boolean
}

/** Requires an existing desk: a missing setting must not create an empty database by mistake. Throws StartError. */
export async function requireDesk(
  environment: NodeJS.ProcessEnv,
  { createsDatabase = false, yes = false }: DatabaseOptions = {},
): Promise<void> {
  const { databaseUrl, databaseMigrationUrl, dataDir } = readDatabaseConfig(environment)
  if (databaseUrl !== null || databaseMigrationUrl !== null) return
  const unsetHint = environment.DATA_DIR ? '' : ' (neither DATABASE_URL nor DATA_DIR is set)'
  if (existsSync(join(dataDir, 'postgres'))) {
    if (unsetHint !== '') console.error(`The desk in ${dataDir}${unsetHint}:`)
    return
  }
  const noDeskText = `There is no desk in ${dataDir}${unsetHint}`
  if (!createsDatabase)
    throw new StartError(`${noDeskText}: set DATABASE_URL or DATA_DIR to the values of its server.`)
  if (yes) return
  if (process.stdin.isTTY && (await confirmAtTerminal(`${noDeskText}. Create an empty one there?`))) return
  throw new StartError(
    `${noDeskText}, and none was created: set DATABASE_URL or DATA_DIR to the values of its server, or create an empty one with --yes.`,
  )
}

/** Starts the embedded database unless a server runs it. Does not migrate. Throws ConfigError and StartError. */
export async function withDeskDatabase<T>(
  environment: NodeJS.ProcessEnv,
  work: (db: Db) => Promise<T>,
  wanted: DatabaseOptions = {},
): Promise<T> {
  await requireDesk(environment, wanted)
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

export async function migrateDeskDatabase(
  environment: NodeJS.ProcessEnv,
  onMigration: (tag: string) => void,
  wanted: DatabaseOptions = {},
): Promise<void> {
  await requireDesk(environment, { createsDatabase: true, ...wanted })
  const given = readDatabaseConfig(environment)
  const config = { ...given, databaseUrl: given.databaseUrl ?? given.databaseMigrationUrl }
  const running = await openRunning(config)
  const owner = findEmbeddedPostgres(config.dataDir, OWNER_ROLE)
  if (running && owner) {
    await closeDatabase(running)
    await migrateSchema(owner, { runtimeRole: DESK_ROLE, onMigration })
    return
  }
  await withLock(config, async () => {
    const notices = { onNotice: console.error, onError: () => {}, onMigration }
    const opened = await openDeskDatabase(config, notices, 'migrate')
    await opened.close()
  })
}

/** Locks DATA_DIR, since only one program can use an embedded database at a time. */
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
