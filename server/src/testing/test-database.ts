import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from '../db/client.ts'
import { inDatabase, queryOnce } from './query-once.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestDatabases
  }
}

/** What the run's set-up tells its tests. */
export interface TestDatabases {
  /** May create databases. */
  admin: DatabaseAddress
  /** The name of a migrated, empty database. */
  template: string
  /** The role that the desk uses at run time; null: the same as `admin`. */
  runtime: { user: string; password: string } | null
}

export interface TestDatabase {
  /** As the desk sees it at run time. */
  address: DatabaseAddress
  db: Db
  /** As its owner, who may do anything there. */
  ownerAddress: DatabaseAddress
  /** The role of `address`; null: the same as the owner. */
  runtimeUser: string | null
  /** Every connection to it is ended, and none is taken until `comesBack`. */
  goesAway(): Promise<void>
  comesBack(): Promise<void>
  drop(): Promise<void>
}

/** A database of its own: migrated and empty, or (`blank`) without even the schema. `drop` removes it. */
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
    goesAway: async () => {
      await queryOnce(admin, `alter database ${name} allow_connections false`)
      await queryOnce(
        admin,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    },
    comesBack: async () => {
      await queryOnce(admin, `alter database ${name} allow_connections true`)
    },
    drop: async () => {
      await closeDatabase(db)
      await queryOnce(admin, `drop database if exists ${name} with (force)`)
    },
  }
}
