import pg from 'pg'
import { connectionOptions } from '../db/client.ts'
import { type MigrateOptions, migrateDatabase } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A database as an earlier release left it, and the way on from there. */
export interface OldDatabase extends TestDatabase {
  /** Its owner, for filling it and looking at it in plain SQL: the drizzle schema is the present one's. */
  owner: pg.Client
  /** Brings it up to date (or to `until`), as an upgrade does. */
  migrate(options?: Pick<MigrateOptions, 'until' | 'dir'>): Promise<void>
}

/**
 * A database of its own on which the migrations up to and with `tag` have run (a file's name without `.sql`), and no later one.
 * Fill it with `owner`, `migrate` it, and look at what has become of it. `drop` removes it.
 */
export async function createDatabaseAt(tag: string): Promise<OldDatabase> {
  const database = await createTestDatabase({ blank: true })
  const { ownerAddress, runtimeUser } = database
  const migrate: OldDatabase['migrate'] = async (options) => {
    await migrateDatabase(ownerAddress, { runtimeRole: runtimeUser ?? undefined, ...options })
  }
  await migrate({ until: tag })
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
