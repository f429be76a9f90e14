import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { normalizeForSearch } from 'shared/contract/thai-text.ts'
import type { Db, Tx } from '../db/client.ts'

/** By which texts are the same: what looks the same, whatever its blanks, widths and hidden signs. */
function contentHash(text: string): Buffer {
  return createHash('sha256').update(normalizeForSearch(text)).digest()
}

export interface NewEntry {
  source: string
  text: string
  validFrom: Date | null
  validUntil: Date | null
}

export interface NewLog {
  source: string
  origin: 'manual' | 'url'
  action: 'upsert' | 'edit' | 'remove' | 'undo' | 'import' | 'refresh'
  inserted: number
  replaced: boolean
  staffId: string
}

/** Answers its id. */
export async function addLog(tx: Tx, log: NewLog, now: Date): Promise<string> {
  const made = await tx.execute<{ id: string }>(sql`
    insert into knowledge_logs (source, origin, action, inserted, replaced, staff_id, at)
    values (${log.source}, ${log.origin}, ${log.action}, ${log.inserted}, ${log.replaced}, ${log.staffId}::uuid,
      ${now.toISOString()}::timestamptz)
    returning id`)
  const [row] = made.rows
  if (row === undefined) throw new Error('a line of the history was not written')
  return row.id
}

/** The entry of this source with this text; undefined: there is none. */
export async function findByContent(tx: Tx, source: string, text: string): Promise<string | undefined> {
  const found = await tx.execute<{ id: string }>(sql`
    select id from knowledge_entries
    where source = ${source} and content_hash = ${contentHash(text)} and removed_at is null`)
  return found.rows[0]?.id
}

/** Adds an entry and its first version, and answers its id. Its chunks are `addChunks`'s. */
export async function addEntry(tx: Tx, entry: NewEntry, logId: string, now: Date): Promise<string> {
  const at = now.toISOString()
  const [from, until] = [isoOf(entry.validFrom), isoOf(entry.validUntil)]
  const made = await tx.execute<{ id: string }>(sql`
    with made as (
      insert into knowledge_entries (source, text, content_hash, valid_from, valid_until, created_at, updated_at)
      values (${entry.source}, ${entry.text}, ${contentHash(entry.text)}, ${from}::timestamptz, ${until}::timestamptz,
        ${at}::timestamptz, ${at}::timestamptz)
      returning id, version, text, valid_from, valid_until
    ), noted as (
      insert into knowledge_versions (entry_id, version, log_id, text, valid_from, valid_until)
      select id, version, ${logId}::uuid, text, valid_from, valid_until from made
    )
    select id from made`)
  const [row] = made.rows
  if (row === undefined) throw new Error('an entry was not added')
  return row.id
}

/** Removes all entries of a source, each with a version that says so; answers their ids. */
export async function removeEntries(tx: Tx, source: string, logId: string, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const removed = await tx.execute<{ id: string }>(sql`
    with removed as (
      update knowledge_entries set removed_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1
      where source = ${source} and removed_at is null
      returning id, version
    ), noted as (
      insert into knowledge_versions (entry_id, version, log_id) select id, version, ${logId}::uuid from removed
    )
    select id from removed`)
  return removed.rows.map(({ id }) => id)
}

export interface SourceRow {
  source: string
  chunks: number
  last_ingested_at: string
}

/** Of the sources that have anything. */
export async function countSources(db: Db): Promise<SourceRow[]> {
  const found = await db.execute<SourceRow & Record<string, unknown>>(sql`
    select e.source, count(*)::int as chunks, max(e.updated_at)::text as last_ingested_at
    from knowledge_chunks c join knowledge_entries e on e.id = c.entry_id
    group by e.source`)
  return found.rows
}

export interface LogRow {
  id: string
  source: string
  origin: string
  inserted: number
  replaced: boolean
  at: string
}

/** Newest first. */
export async function listLogs(
  db: Db,
  page: { source: string | undefined; limit: number; offset: number },
): Promise<LogRow[]> {
  const found = await db.execute<LogRow & Record<string, unknown>>(sql`
    select id, source, origin, inserted, replaced, at::text from knowledge_logs
    ${page.source === undefined ? sql`` : sql`where source = ${page.source}`}
    order by no desc limit ${page.limit} offset ${page.offset}`)
  return found.rows
}

function isoOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
