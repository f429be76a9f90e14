import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { closeDatabase, openDatabase } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Creates a migrated, empty PostgreSQL with pgvector, which the embedded PostgreSQL lacks. It runs in this process
 * behind a socket and has a single session: connections take turns, one whole transaction at a time, and share session
 * settings.
 */
export async function createPgvectorDatabase(): Promise<TestDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'desk-pgvector-'))
  const pglite = await PGlite.create({ extensions: { vector, pg_trgm } })
  const server = new PGLiteSocketServer({
    db: pglite,
    path: join(dir, '.s.PGSQL.5432'),
    maxConnections: 20,
  })
  await server.start()
  const address = `postgres://postgres@/postgres?host=${encodeURIComponent(dir)}`
  await migrateDatabase(address)
  const db = openDatabase(address)
  const never = () => Promise.reject(new Error('this database must not be removed'))
  return {
    address,
    db,
    ownerAddress: address,
    runtimeUser: null,
    stopDatabase: never,
    startDatabase: never,
    drop: async () => {
      await closeDatabase(db)
      await server.stop()
      await pglite.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
