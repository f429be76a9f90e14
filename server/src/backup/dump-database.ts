import { Socket } from 'node:net'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { CommandError } from '../cli/run-command.ts'
import type { Db } from '../db/client.ts'
import { readMigrations } from '../db/migration-files.ts'
import { type Manifest, tablePart } from './archive-format.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { COPY_SETTINGS, listTables, quoted, type Table } from './backup-tables.ts'

const PORTION_BYTES = 4 * 1024 * 1024
/** Tables whose rows are not backed up: without sessions, users sign in again after a restore. */
const EXCLUDED_TABLES = new Set(['sessions'])

export type DumpedDatabase = Pick<Manifest, 'migration' | 'tables' | 'sequences'>

/** `onSnapshot` runs after the database snapshot, so files that it reads are at least as new as the rows. */
export async function dumpDatabase(
  db: Db,
  archive: ArchiveWriter,
  onSnapshot: () => Promise<void>,
): Promise<DumpedDatabase> {
  const { options } = db.$client
  const socket = new Socket()
  // Disables the pool's timeouts, because COPY takes long. The spread omits `password`, which is not enumerable.
  const client = new pg.Client({
    ...options,
    password: options.password,
    application_name: 'oa-desk backup',
    query_timeout: 0,
    statement_timeout: 0,
    // COPY does not work on a connection with pipelining.
    pipeline: false,
    stream: () => socket,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(COPY_SETTINGS)
    const tables = await listTables(client)
    await client.query('begin isolation level repeatable read read only')
    // Locks all tables before the snapshot, so that no migration changes a table in between.
    await client.query(`lock table ${quoted(tables.map(({ name }) => name))} in access share mode`)
    const migration = await requireKnownMigrations(client)
    const dumped: Manifest['tables'] = []
    for (const table of tables) {
      const rows = EXCLUDED_TABLES.has(table.name) ? 0 : await dumpTable(client, table, archive)
      dumped.push({ ...table, rows })
    }
    await onSnapshot()
    // Sequences are not part of a snapshot. They are read last, so that their values are never behind the rows.
    const sequences = await readSequences(client)
    await client.query('commit')
    await client.end()
    return { migration, tables: dumped, sequences }
  } finally {
    // Destroys the connection, because `client.end` cannot close it cleanly during a COPY.
    socket.destroy()
  }
}

async function requireKnownMigrations(client: pg.Client): Promise<string> {
  const known = new Map(readMigrations().map(({ when, tag }) => [when, tag]))
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const tags = rows.map((row) => known.get(Number(row.created_at)))
  const newest = tags.at(-1)
  if (newest === undefined || tags.includes(undefined)) {
    throw new CommandError('The database is newer than this program: back it up with the newer version.')
  }
  return newest
}

async function dumpTable(
  client: pg.Client,
  { name, columns }: Table,
  archive: ArchiveWriter,
): Promise<number> {
  const table = pg.escapeIdentifier(name)
  const copy = client.query(copyStreams.to(`copy ${table} (${quoted(columns)}) to stdout`))
  let portion: Buffer[] = []
  let bytes = 0
  let number = 0
  const write = async () => {
    number += 1
    const content = Buffer.concat(portion)
    portion = []
    bytes = 0
    await archive.add(tablePart(name, number), content)
  }
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    portion.push(chunk)
    bytes += chunk.length
    if (bytes >= PORTION_BYTES) await write()
  }
  if (bytes > 0) await write()
  return copy.rowCount
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  return sequences
}
