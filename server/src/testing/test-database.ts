import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from '../db/client.ts'
import { inDatabase, queryOnce } from './query-once.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestDatabases
  }
}

/** Database addresses and names that the global setup provides to tests. */
export interface TestDatabases {
  /** Address with the role that may create databases. */
  admin: DatabaseAddress
  /** Name of the template: a migrated, empty database that tests copy. */
  template: string
  /** Role of the server at run time; null when the server uses the role of `admin`. */
  runtime: { user: string; password: string } | null
}

export interface TestDatabase {
  /** Database address with the server's role at run time. */
  address: DatabaseAddress
  db: Db
  /** Database address with the role that owns the database and has all rights. */
  ownerAddress: DatabaseAddress
  /** Name of the server's database role; null when the server is the owner. */
  runtimeUser: string | null
  /** Ends all connections to the database and refuses new ones until `startDatabase` is called. */
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
  drop(): Promise<void>
}

/** Creates a migrated, empty database; with `blank`, a database without a schema. `drop` removes the database. */
export async function createTestDatabase(options: { blank?: boolean } = {}): Promise<TestDatabase> {
  const { admin, template, runtime } = inject('databases')
  const name = `desk_test_${randomUUID().replaceAll('-', '')}`
  await queryOnce(admin, `create database ${name}${options.blank ? '' : ` template ${template}`}`)
  const ownerAddress = inDatabase(admin, name)
  const address =
    typeof ownerAddress === 'string' || runtime === null ? ownerAddress : { ...ownerAddress, ...runtime }
  const db = openDatabase(address)
  return {
    address,
    db,
    ownerAddress,
    runtimeUser: runtime?.user ?? null,
    stopDatabase: async () => {
      await queryOnce(admin, `alter database ${name} allow_connections false`)
      await queryOnce(
        admin,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    },
    startDatabase: async () => {
      await queryOnce(admin, `alter database ${name} allow_connections true`)
    },
    drop: async () => {
      await closeDatabase(db)
      await queryOnce(admin, `drop database if exists ${name} with (force)`)
    },
  }
}
