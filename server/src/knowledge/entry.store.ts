import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeSource } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { normalizeText } from 'shared/contract/search-text.ts'
import type { Db, Tx } from '../db/client.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { portionsOf } from './split-into-portions.ts'
import type { ValidityDates } from './validity-dates.ts'

/** URLs in a text. Their case is compared, because the part after the host is case-sensitive. */
const ADDRESSES = /https?:\/\/[!-~]+/gi
const URL_ORIGIN = /^https?:\/\/[^/]*/i

/** Returns equal hashes for texts with the same URLs that differ only in spaces, width, case or hidden characters. */
export function contentHash(text: string): Buffer {
  const addresses = [...text.matchAll(ADDRESSES)]
    .map(([address]) => address.replace(URL_ORIGIN, (host) => host.toLowerCase()))
    .filter((address) => /[A-Z]/.test(address))
  const normalizedHash = createHash('sha256').update(normalizeText(text)).digest()
  return addresses.length === 0
    ? normalizedHash
    : createHash('sha256').update(normalizedHash).update(addresses.join(' ')).digest()
}

export interface NewEntry extends ValidityDates {
  /** Id of the new entry. In a list of new entries, the ids must ascend. */
  id?: string
  source: string
  text: string
}

export async function findByContent(
  tx: Tx,
  source: string,
  texts: readonly string[],
  besides: readonly string[] = [],
): Promise<string | undefined> {
  const found = await tx.execute<{ id: string }>(sql`
    select id from knowledge_entries
    where source = ${source} and content_hash = any(${sql.param(texts.map(contentHash))}::bytea[])
      and removed_at is null and id <> all(${sql.param(besides)}::uuid[])
    limit 1`)
  return found.rows[0]?.id
}

/** Adds entries without chunks, which `addChunks` adds. Returns the ids in the order of the entries. */
export async function addEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  logId: string,
  now: Date,
): Promise<string[]> {
  const at = now.toISOString()
  // Ids ascend in the order of the entries, because lists and histories are sorted by id.
  const made = entries.map(() => randomUUID()).sort()
  const ids = entries.map(({ id }, at) => id ?? made[at] ?? randomUUID())
  await tx.execute(sql`
    with made as (
      insert into knowledge_entries (id, source, text, content_hash, valid_from, valid_until, created_at, updated_at)
      select *, ${at}::timestamptz, ${at}::timestamptz from unnest(${sql.param(ids)}::uuid[],
        ${sql.param(entries.map(({ source }) => source))}::text[], ${sql.param(entries.map(({ text }) => text))}::text[],
        ${sql.param(entries.map(({ text }) => contentHash(text)))}::bytea[],
        ${sql.param(entries.map(({ validFrom }) => isoOf(validFrom)))}::timestamptz[],
        ${sql.param(entries.map(({ validUntil }) => isoOf(validUntil)))}::timestamptz[])
      returning id, version, text, valid_from, valid_until
    )
    insert into knowledge_versions (entry_id, version, log_id, text, valid_from, valid_until)
    select id, version, ${logId}::uuid, text, valid_from, valid_until from made`)
  return ids
}

/** Row of an entry, with times in PostgreSQL's text format. */
export type EntryRow = Required<KnowledgeEntry>

const ENTRY = sql`e.id, e.source, e.text, e.version, e.valid_from::text, e.valid_until::text, e.created_at::text, e.updated_at::text,
  ${staffMemberJson('s')} as updated_by`
const ENTRIES = sql`knowledge_entries e left join knowledge_versions v on v.entry_id = e.id and v.version = e.version
  left join knowledge_logs l on l.id = v.log_id left join staff s on s.id = l.staff_id`

export async function findEntry(db: Db | Tx, id: string): Promise<EntryRow | undefined> {
  const found = await db.execute<EntryRow>(
    sql`select ${ENTRY} from ${ENTRIES} where e.id = ${id}::uuid and e.removed_at is null`,
  )
  return found.rows[0]
}

export async function listEntries(
  db: Db,
  page: { source: string; limit: number; offset: number },
): Promise<EntryRow[]> {
  const found = await db.execute<EntryRow>(sql`
    select ${ENTRY} from ${ENTRIES} where e.source = ${page.source} and e.removed_at is null
    order by e.updated_at desc, e.id desc limit ${page.limit} offset ${page.offset}`)
  return found.rows
}

export type LastChange = Pick<EntryRow, 'updated_at' | 'updated_by' | 'valid_from' | 'valid_until'>

export async function readLastChanges(db: Db, ids: readonly string[]): Promise<Map<string, LastChange>> {
  if (ids.length === 0) return new Map()
  const found = await db.execute<LastChange & { id: string }>(sql`
    select e.id, e.updated_at::text, e.valid_from::text, e.valid_until::text, ${staffMemberJson('s')} as updated_by from ${ENTRIES}
    where e.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(found.rows.map(({ id, ...change }) => [id, change]))
}

/** Returns true when the source has exactly one entry. */
export async function hasEntry(tx: Tx, source: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select from knowledge_entries where source = ${source} and removed_at is null limit 2`)
  return found.rowCount === 1
}

export interface EntryState extends ValidityDates {
  id: string
  /** Text of the entry; null when the entry is removed. */
  text: string | null
}

/** Changes, removes or restores entries. Removals run first, since another entry may receive a removed entry's text. */
export async function changeEntries(
  tx: Tx,
  states: readonly EntryState[],
  logId: string,
  now: Date,
): Promise<void> {
  const [gone, remaining] = [
    states.filter(({ text }) => text === null),
    states.filter((state): state is EntryState & { text: string } => state.text !== null),
  ]
  await removeRows(
    tx,
    gone.map(({ id }) => id),
    logId,
    now,
  )
  const at = now.toISOString()
  await tx.execute(sql`
    with changed as (
      update knowledge_entries e set text = state.text, content_hash = state.hash, valid_from = state.valid_from,
        valid_until = state.valid_until, removed_at = null, updated_at = ${at}::timestamptz, version = e.version + 1
      from unnest(${sql.param(remaining.map(({ id }) => id))}::uuid[], ${sql.param(remaining.map(({ text }) => text))}::text[],
        ${sql.param(remaining.map(({ text }) => contentHash(text)))}::bytea[],
        ${sql.param(remaining.map(({ validFrom }) => isoOf(validFrom)))}::timestamptz[],
        ${sql.param(remaining.map(({ validUntil }) => isoOf(validUntil)))}::timestamptz[]
      ) as state (id, text, hash, valid_from, valid_until)
      where e.id = state.id
      returning e.id, e.version, e.text, e.valid_from, e.valid_until
    )
    insert into knowledge_versions (entry_id, version, log_id, text, valid_from, valid_until)
    select id, version, ${logId}::uuid, text, valid_from, valid_until from changed`)
}

export async function readIds(tx: Tx, source: string): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(
    sql`select id from knowledge_entries where source = ${source} and removed_at is null`,
  )
  return found.rows.map(({ id }) => id)
}

export async function removeRows(tx: Tx, all: readonly string[], logId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  for (const ids of portionsOf(all))
    await tx.execute(sql`
      with removed as (
        update knowledge_entries set removed_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1
        where id = any(${sql.param(ids)}::uuid[]) and removed_at is null
        returning id, version
      )
      insert into knowledge_versions (entry_id, version, log_id) select id, version, ${logId}::uuid from removed`)
}

export type SourceRow = KnowledgeSource & { last_ingested_at: string }

export async function countSources(db: Db): Promise<SourceRow[]> {
  const found = await db.execute<SourceRow>(sql`
    select e.source, count(*)::int as chunks, max(e.updated_at)::text as last_ingested_at
    from knowledge_chunks c join knowledge_entries e on e.id = c.entry_id
    group by e.source`)
  return found.rows
}

function isoOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
