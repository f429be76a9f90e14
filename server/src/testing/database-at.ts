import pg from 'pg'
import { connectionOptions } from '../db/client.ts'
import { type MigrateOptions, migrateDatabase } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Database in the state of an earlier release, which a test upgrades. */
export interface OldDatabase extends TestDatabase {
  /** Connection of the owner, for plain SQL: drizzle's schema describes only the newest migration. */
  owner: pg.Client
  /** Applies the later migrations, up to `until` if given, like an upgrade. */
  migrate(options?: Pick<MigrateOptions, 'until' | 'dir'>): Promise<void>
}

/**
 * Creates a database with the migrations up to and including `tag` (a file name without `.sql`). A test fills it
 * through `owner`, calls `migrate` and checks the rows. `drop` removes the database.
 */
export async function createDatabaseAt(tag: string, dir?: string): Promise<OldDatabase> {
  const database = await createTestDatabase({ blank: true })
  const { ownerAddress, runtimeUser } = database
  const migrate: OldDatabase['migrate'] = async (options) => {
    await migrateDatabase(ownerAddress, { runtimeRole: runtimeUser ?? undefined, ...options })
  }
  await migrate({ until: tag, ...(dir !== undefined && { dir }) })
  const owner = new pg.Client(connectionOptions(ownerAddress))
  await owner.connect()
  return {
    ...database,
    owner,
    migrate,
    drop: async () => {
      await owner.end()
      await database.drop()
    },
  }
}
