import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseAddress } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import {
  DESK_ROLE,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'
import { inDatabase, queryOnce } from './query-once.ts'
import type { TestDatabases } from './test-database.ts'

/**
 * Starts one PostgreSQL for the whole test run, or uses the database server of DATABASE_URL, whose user must be allowed
 * to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL
  const dir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir: dir })
  const admin: DatabaseAddress = embedded?.superuser ?? (given as string)
  if (embedded) {
    // Durability is off, because test data need not survive a crash. Without full pages in the write-ahead log, a copy
    // of the template database takes a quarter of the time.
    for (const setting of ['fsync', 'full_page_writes'])
      await queryOnce(admin, `alter system set ${setting} = off`)
    await queryOnce(admin, 'select pg_reload_conf()')
  }
  const template = `desk_template_${randomUUID().replaceAll('-', '')}`
  await queryOnce(admin, `create database ${template}`)
  await migrateDatabase(inDatabase(admin, template), { runtimeRole: embedded && DESK_ROLE })
  const runtime = embedded ? { user: embedded.desk.user, password: embedded.desk.password } : null
  const databases: TestDatabases = { admin, template, runtime }
  project.provide('databases', databases)
  return async () => {
    await cleanUp(admin, template, embedded)
    rmSync(dir, { recursive: true, force: true })
  }
}

async function cleanUp(admin: DatabaseAddress, template: string, embedded?: EmbeddedPostgres): Promise<void> {
  if (embedded) await embedded.stop()
  else await queryOnce(admin, `drop database if exists ${template} with (force)`)
}
