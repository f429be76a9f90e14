import type { DatabaseConfig } from '../config.ts'
import { StartError } from '../start-error.ts'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from './client.ts'
import { DESK_ROLE, startEmbeddedPostgres } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

export interface DeskDatabase {
  db: Db
  /** Resolves, with PostgreSQL's last words, when our own database ended by itself; never with a database of somebody else's. */
  died: Promise<string>
  close(): Promise<void>
}

export interface DatabaseNotices {
  onNotice(notice: string): void
  onError(error: Error): void
}

/** The desk's database, migrated: our own PostgreSQL in `dataDir`, or the one of DATABASE_URL. The caller holds the lock of `dataDir`. */
export async function openDeskDatabase(
  config: DatabaseConfig,
  notices: DatabaseNotices,
): Promise<DeskDatabase> {
  if (config.databaseUrl !== null) {
    return openGiven(config.databaseUrl, config.databaseMigrationUrl ?? config.databaseUrl, notices)
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onNotice: notices.onNotice })
  try {
    await migrateDatabase(postgres.owner, DESK_ROLE)
  } catch (error) {
    await postgres.stop()
    throw migrationFailed(error)
  }
  const db = openDatabase(postgres.desk, { onError: notices.onError })
  return {
    db,
    died: postgres.died,
    close: async () => {
      await closeDatabase(db)
      await postgres.stop()
    },
  }
}

const OLDEST_VERSION = 15

async function openGiven(url: string, ownerUrl: string, notices: DatabaseNotices): Promise<DeskDatabase> {
  const db = openDatabase(url, { onError: notices.onError })
  try {
    await requireVersion(db, url)
    await migrateDatabase(ownerUrl, ownerUrl === url ? undefined : decodeURIComponent(new URL(url).username))
  } catch (error) {
    await closeDatabase(db)
    throw error instanceof StartError ? error : migrationFailed(error)
  }
  return { db, died: new Promise(() => {}), close: () => closeDatabase(db) }
}

async function requireVersion(db: Db, url: string): Promise<void> {
  let version: number
  try {
    const found = await db.$client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    version = Math.floor(Number(found.rows[0]?.version) / 10_000)
  } catch (error) {
    throw new StartError(
      `The database of DATABASE_URL (${nameOf(url)}) cannot be reached: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  if (version < OLDEST_VERSION) {
    throw new StartError(
      `The database of DATABASE_URL is PostgreSQL ${version}; the desk needs ${OLDEST_VERSION} or newer.`,
    )
  }
}

/** A database's name without the password in its URL. */
function nameOf(address: DatabaseAddress): string {
  if (typeof address !== 'string') return address.database
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

function migrationFailed(error: unknown): StartError {
  return new StartError(`The database could not be brought up to date: ${reasonOf(error)}`, { cause: error })
}

function reasonOf(error: unknown): string {
  const { message, code } = ((error as { cause?: unknown }).cause ?? error) as {
    message?: string
    code?: string
  }
  return message || code || String(error)
}
