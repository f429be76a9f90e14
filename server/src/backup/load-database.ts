import { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import copyStreams, { type CopyStreamQuery } from 'pg-copy-streams'
import { CommandError } from '../cli/run-command.ts'
import { findPendingMigrations } from '../db/applied-migrations.ts'
import { connectionOptions } from '../db/client.ts'
import type { SchemaLocation } from '../db/desk-database.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { MIGRATIONS_DIR, readMigrations } from '../db/migration-files.ts'
import type { Manifest } from './archive-format.ts'
import type { ArchivePart } from './archive-reader.ts'
import { COPY_SETTINGS, listTables, quoted } from './backup-tables.ts'
import { requeueSearchIndex } from './requeue-search-index.ts'
import { endUndecidedReplies } from './undecided-replies.ts'

/** Tables that are empty on an unused desk: a row in any of them means that the desk is in use. */
const DATA_TABLES = ['staff', 'channels', 'customers', 'tickets', 'line_events']

/** Restores rows in one transaction. @throws CommandError when the desk is not empty or its schema is too new. */
export async function loadDatabase(
  location: SchemaLocation,
  manifest: Manifest,
  read: (writeRows: (part: ArchivePart) => Promise<void>) => Promise<void>,
  dir = MIGRATIONS_DIR,
): Promise<void> {
  const { owner, runtimeRole } = location
  const socket = new Socket()
  const names = { application_name: 'oa-desk restore', stream: () => socket }
  const client = new pg.Client({ ...connectionOptions(owner), ...names })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(COPY_SETTINGS)
    await requireEmpty(client)
    await requireNotLater(client, manifest.migration, dir)
    await migrateDatabase(owner, { runtimeRole, until: manifest.migration, dir })
    await client.query(`begin; set local lock_timeout = '10s'`)
    await loadTables(client, manifest, read)
    await client.query('commit')
    await client.end()
  } finally {
    // Destroys the connection, which `client.end` cannot close cleanly during a COPY. Nothing was committed.
    socket.destroy()
  }
  await migrateDatabase(owner, { runtimeRole, dir })
}

async function requireEmpty(client: pg.Client): Promise<void> {
  for (const name of DATA_TABLES) {
    const { rows: there } = await client.query(`select to_regclass($1) is not null as is`, [`public.${name}`])
    if (!there[0]?.is) continue
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount) {
      throw new CommandError(
        `A desk already exists (${name} is not empty): a restore needs an empty desk. Set another DATA_DIR, or a DATABASE_URL of an empty database.`,
      )
    }
  }
}

async function requireNotLater(client: pg.Client, migration: string, dir: string): Promise<void> {
  const all = readMigrations(dir)
  const index = all.findIndex(({ tag }) => tag === migration)
  if (index === -1) {
    throw new CommandError(
      `This program does not know the backup's schema (${migration}): it was written by a newer version, which can restore it, or by a version before 0.1.0, whose backups cannot be restored.`,
    )
  }
  const pending = await findPendingMigrations(client, all)
  if (all.slice(index + 1).some((later) => !pending.includes(later))) {
    throw new CommandError(
      `The empty database was created by a newer version than the backup (${migration}): restore into a database that was never used, or set another DATA_DIR.`,
    )
  }
}

async function loadTables(
  client: pg.Client,
  { tables, sequences }: Manifest,
  read: (writeRows: (part: ArchivePart) => Promise<void>) => Promise<void>,
): Promise<void> {
  const present = (await listTables(client)).map(({ name }) => name)
  await client.query(`lock table ${quoted(present)} in access exclusive mode`)
  // Checks again under the table locks, because a server on another machine may have written rows meanwhile.
  await requireEmpty(client)
  const triggers = await disableTriggers(client)
  // Deletes the rows that migrations and the first server start inserted.
  await client.query(`truncate table ${quoted(present)}`)
  const loader = new RowLoader(client, tables)
  await read((part) => loader.write(part))
  await loader.end()
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      `public.${pg.escapeIdentifier(name)}`,
      lastValue,
      isCalled,
    ])
  }
  await endUndecidedReplies(client)
  await requeueSearchIndex(client)
  await client.query('set constraints all immediate')
  for (const statement of triggers) await client.query(statement)
}

/** Disables triggers, whose changes the restored rows already contain. Returns SQL that enables them again. */
async function disableTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; trigger: string; state: string }>(`
    select c.relname as table, t.tgname as trigger, t.tgenabled as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`)
  const statements: string[] = []
  for (const { table, trigger, state } of rows) {
    const [on, name] = [pg.escapeIdentifier(table), pg.escapeIdentifier(trigger)]
    await client.query(`alter table ${on} disable trigger ${name}`)
    const mode = state === 'A' ? 'always ' : state === 'R' ? 'replica ' : ''
    statements.push(`alter table ${on} enable ${mode}trigger ${name}`)
  }
  return statements
}

class RowLoader {
  private readonly client: pg.Client
  private readonly tables: Manifest['tables']
  private copy: { table: string; stream: CopyStreamQuery; done: Promise<void> } | undefined
  private readonly loaded = new Map<string, number>()

  constructor(client: pg.Client, tables: Manifest['tables']) {
    this.client = client
    this.tables = tables
  }

  async write({ name, content }: ArchivePart): Promise<void> {
    const [, table = ''] = name.split('/')
    if (this.copy?.table !== table) {
      await this.finishTable()
      this.copy = this.begin(table)
    }
    const { stream, done } = this.copy
    for await (const chunk of content) {
      if (!stream.write(chunk))
        await Promise.race([new Promise((drain) => stream.once('drain', drain)), done])
    }
  }

  async end(): Promise<void> {
    await this.finishTable()
    for (const { name, rows } of this.tables) {
      const count = this.loaded.get(name) ?? 0
      if (count !== rows)
        throw new CommandError(`${name}: only ${count} of ${rows} rows arrived. Nothing was restored.`)
    }
  }

  private begin(table: string): NonNullable<RowLoader['copy']> {
    const columns = this.tables.find(({ name }) => name === table)?.columns
    if (columns === undefined || this.loaded.has(table)) {
      throw new CommandError(`The backup's parts of ${table} are out of order.`)
    }
    const stream = this.client.query(
      copyStreams.from(`copy ${pg.escapeIdentifier(table)} (${quoted(columns)}) from stdin`),
    )
    const done = finished(stream)
    done.catch(() => {})
    return { table, stream, done }
  }

  private async finishTable(): Promise<void> {
    if (this.copy === undefined) return
    const { table, stream, done } = this.copy
    stream.end()
    await done
    this.loaded.set(table, stream.rowCount)
    this.copy = undefined
  }
}
