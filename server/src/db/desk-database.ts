import type { DatabaseConfig } from '../config.ts'
import { DESK_ROLE, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { StartError } from '../start-error.ts'
import { findPendingMigrations } from './applied-migrations.ts'
import { closeDatabase, type DatabaseAddress, type Db, driverError, openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { hasSessions } from './session-pooling.ts'

export interface DeskDatabase {
  db: Db
  /** Resolves with PostgreSQL's last log lines when the embedded database ends unexpectedly; otherwise never. */
  died: Promise<string>
  close(): Promise<void>
}

export interface DatabaseListeners {
  onNotice(notice: string): void
  onError(error: Error): void
  onMigration?(tag: string): void
}

/** Action for a schema that is older than the code. */
export type OldSchema =
  | 'migrate'
  /** Throw an error: for programs that must not migrate. A new embedded database is migrated even then. */
  | 'refuse'

/** Opens the embedded or external database. The caller must hold the lock of `dataDir`. */
export async function openDeskDatabase(
  config: DatabaseConfig,
  notices: DatabaseListeners,
  oldSchema: OldSchema,
): Promise<DeskDatabase> {
  if (config.databaseUrl !== null) {
    const database = nameDatabase(config, config.databaseUrl, notices, oldSchema)
    try {
      await database.open()
    } catch (error) {
      await database.close()
      throw error
    }
    return database
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onNotice: notices.onNotice })
  const db = openDatabase(postgres.desk, { onError: notices.onError })
  const close = async () => {
    await closeDatabase(db)
    await postgres.stop()
  }
  try {
    await prepareSchema(
      db,
      { owner: postgres.owner, runtimeRole: DESK_ROLE },
      notices,
      postgres.isNew ? 'migrate' : oldSchema,
    )
  } catch (error) {
    await close()
    throw error
  }
  return { db, died: postgres.died, close }
}

const OLDEST_VERSION = 15
const NO_RIGHT = '42501'

export interface NamedDatabase extends DeskDatabase {
  /** Connects to the database; until then, queries on `db` fail as unavailable. Can be retried. Throws StartError. */
  open(): Promise<void>
}

/** Creates the database handle without connecting. */
export function nameDatabase(
  config: DatabaseConfig,
  url: string,
  notices: DatabaseListeners,
  oldSchema: OldSchema,
): NamedDatabase {
  const gate = { isOpen: false }
  const db = openDatabase(url, { onError: notices.onError, gate })
  return {
    db,
    died: new Promise(() => {}),
    open: async () => {
      const first = openDatabase(url, { poolSize: 1 })
      try {
        await requireVersion(first, url)
        await requireSessions(config, url)
        await prepareSchema(first, ownerOf(config, url), notices, oldSchema)
      } finally {
        await closeDatabase(first)
      }
      gate.isOpen = true
    },
    close: () => closeDatabase(db),
  }
}

export interface SchemaLocation extends SchemaOwner {
  close(): Promise<void>
}

/** Opens the database for its owner, without migrating. Requires the lock of `dataDir`. Throws StartError. */
export async function openSchemaLocation(
  config: DatabaseConfig,
  onNotice: (notice: string) => void,
): Promise<SchemaLocation> {
  if (config.databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onNotice })
    return { owner: postgres.owner, runtimeRole: DESK_ROLE, close: () => postgres.stop() }
  }
  const db = openDatabase(config.databaseUrl, { poolSize: 1 })
  try {
    await requireVersion(db, config.databaseUrl)
    await requireSessions(config, config.databaseUrl)
  } finally {
    await closeDatabase(db)
  }
  return { ...ownerOf(config, config.databaseUrl), close: async () => {} }
}

interface SchemaOwner {
  owner: DatabaseAddress
  /** Database role of the server; undefined when the server runs as the owner. */
  runtimeRole: string | undefined
}

function ownerOf({ databaseMigrationUrl }: DatabaseConfig, url: string): SchemaOwner {
  const owner = databaseMigrationUrl ?? url
  return { owner, runtimeRole: owner === url ? undefined : decodeURIComponent(new URL(url).username) }
}

/** Migrates the schema and grants privileges. A server that owns a current schema skips both. Throws StartError. */
async function prepareSchema(
  db: Db,
  schema: SchemaOwner,
  notices: DatabaseListeners,
  oldSchema: OldSchema,
): Promise<void> {
  if (oldSchema === 'refuse') return requireCurrentSchema(db)
  // A separate role gets its privileges at each start, because an earlier start may have ended before granting them.
  const isCurrent = async () => (await findPendingMigrations(db.$client)).length === 0
  if (schema.runtimeRole === undefined && (await isCurrent())) return
  await migrateSchema(schema.owner, { runtimeRole: schema.runtimeRole, onMigration: notices.onMigration })
}

export async function migrateSchema(
  owner: DatabaseAddress,
  options: { runtimeRole: string | undefined; onMigration: ((tag: string) => void) | undefined },
): Promise<void> {
  const { runtimeRole, onMigration } = options
  try {
    await migrateDatabase(owner, { runtimeRole, onApplied: ({ tag }) => onMigration?.(tag) })
  } catch (error) {
    throw migrationFailed(error)
  }
}

export async function requireCurrentSchema(db: Db): Promise<void> {
  const [oldest] = await findPendingMigrations(db.$client)
  if (oldest === undefined) return
  throw new StartError(
    `The database is older than this program (migration ${oldest.tag} is missing): run pnpm migrate first, or start the server, which migrates it.`,
  )
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
      `The database of DATABASE_URL (${nameOf(url)}) cannot be reached: ${reasonOf(error)}${hintFor(error)}`,
      { cause: error },
    )
  }
  if (version < OLDEST_VERSION) {
    throw new StartError(
      `The database of DATABASE_URL is PostgreSQL ${version}; the desk needs ${OLDEST_VERSION} or newer.`,
    )
  }
}

async function requireSessions({ databaseMigrationUrl }: DatabaseConfig, url: string): Promise<void> {
  await requireSessionsAt(url, 'DATABASE_URL')
  if (databaseMigrationUrl !== null && databaseMigrationUrl !== url)
    await requireSessionsAt(databaseMigrationUrl, 'DATABASE_MIGRATION_URL')
}

async function requireSessionsAt(url: string, setting: string): Promise<void> {
  let isInUse: boolean
  try {
    isInUse = await hasSessions(url)
  } catch (error) {
    throw new StartError(
      `The database of ${setting} (${nameOf(url)}) does not accept two connections: ${reasonOf(error)}${hintFor(error)}`,
      { cause: error },
    )
  }
  if (!isInUse)
    throw new StartError(
      `${setting} (${nameOf(url)}) is the address of a pooler that changes connections between transactions (pgbouncer: pool_mode = transaction or statement). The desk needs whole sessions for notifications and locks: set pool_mode = session for its database, or connect to PostgreSQL directly.`,
    )
}

const UNKNOWN_CA =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/

function hintFor(error: unknown): string {
  const { code } = driverError(error)
  if (UNKNOWN_CA.test(code))
    return `. Its certificate is of a private CA: add sslrootcert=/path/ca.pem to the URL, or set PGSSLROOTCERT or NODE_EXTRA_CA_CERTS to that file`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return '. Use the host name of its certificate'
  return ''
}

/** Returns a description of the database for log messages, without the password of its URL. */
function nameOf(address: DatabaseAddress): string {
  if (typeof address !== 'string') return address.database
  const { host, pathname } = new URL(address)
  return `${host}${pathname}`
}

function migrationFailed(error: unknown): StartError {
  if (error instanceof StartError) return error
  if ((error as { code?: unknown }).code === NO_RIGHT) {
    return new StartError(
      `The database is older than this program, and its user may not change the schema (${reasonOf(error)}): set DATABASE_MIGRATION_URL, or run pnpm migrate with it.`,
      { cause: error },
    )
  }
  return new StartError(`The database could not be migrated: ${reasonOf(error)}`, { cause: error })
}

function reasonOf(error: unknown): string {
  const { message, code } = ((error as { cause?: unknown }).cause ?? error) as {
    message?: string
    code?: string
  }
  return message || code || String(error)
}
