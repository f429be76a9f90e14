import { type SQL, sql } from 'drizzle-orm'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import type { Db, Tx } from '../db/client.ts'
import { knowledgeLogs } from '../db/knowledge-schema.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { isUndone } from './undo-chain.ts'

export type NewLog = Pick<KnowledgeLog, 'source' | 'origin' | 'action' | 'replaced'> & {
  staffId: string
  /** Staff id of the person who proposed the text; undefined when the same person added it. */
  proposedById?: string | undefined
}

/** Adds an entry without counts, which `addToCounts` adds. Returns its id. */
export async function addLog(tx: Tx, log: NewLog, now: Date): Promise<string> {
  const line = { ...log, inserted: 0, at: now }
  const [row] = await tx.insert(knowledgeLogs).values(line).returning({ id: knowledgeLogs.id })
  if (row === undefined) throw new Error('no history row was inserted')
  return row.id
}

/** Row of the update log, with times in PostgreSQL's text format. */
export interface LogRow extends Required<Omit<KnowledgeLog, 'origin' | 'excerpt'>> {
  origin: string
  /** Beginning of one changed entry's text, preferably of an added one; null when no entry changed. */
  beginning: string | null
}

/** Number of characters that are read of a text: enough to contain the first question. */
const EXCERPT_LENGTH = 400

/** Uses the index `knowledge_versions_log`, so that thousands of changed entries are read as fast as a few. */
const firstOf = (which = sql``) => sql`(
      select entry_id from knowledge_versions where log_id = l.id ${which} order by entry_id limit 1)`

const LOG = sql`l.id, l.source, l.origin, l.action, l.inserted, l.removed, first.beginning, l.replaced, ${staffMemberJson('s')} as staff,
  ${staffMemberJson('p')} as proposed_by, l.at::text,
  case when u.log_id is not null and (u.ended_at is null or u.error is not null or ${isUndone(sql`l.id`)}) then json_build_object('state', case when u.ended_at is null then 'running'
    when u.error is null then 'done' else 'failed' end, 'done', u.done, 'total', u.total, 'code', u.error, 'known_id', u.known_id,
    'staff', ${staffMemberJson('us')}, 'at', coalesce(u.ended_at, u.asked_at)) end as undo,
  case when i.id is not null then json_build_object('id', i.id, 'state', coalesce(i.outcome, 'running'), 'done', i.done,
    'total', i.total) end as import`
/** `lines` must select only the rows to return, because the details of each selected row are read. */
const logsOf = (
  lines: SQL,
) => sql`${lines} l left join staff s on s.id = l.staff_id left join staff p on p.id = l.proposed_by_id
  left join knowledge_undos u on u.log_id = l.id left join staff us on us.id = u.staff_id
  left join knowledge_imports i on i.log_id = l.id
  left join lateral (
    select left(coalesce(v.text, b.text), ${EXCERPT_LENGTH}) as beginning from knowledge_versions v
    left join knowledge_versions b on b.entry_id = v.entry_id and b.version = v.version - 1
    where v.log_id = l.id and v.entry_id = coalesce(${firstOf(sql`and text is not null`)}, ${firstOf()}) limit 1) first on true`

export async function listLogs(
  db: Db,
  page: { source?: string | undefined; limit: number; offset: number },
): Promise<LogRow[]> {
  const found = await db.execute<LogRow & Record<string, unknown>>(sql`
    select ${LOG} from ${logsOf(sql`(
      select * from knowledge_logs ${page.source === undefined ? sql`` : sql`where source = ${page.source}`}
      order by no desc limit ${page.limit} offset ${page.offset})`)}
    order by l.no desc`)
  return found.rows
}

export async function findLog(db: Db | Tx, id: string): Promise<LogRow | undefined> {
  const found = await db.execute<LogRow & Record<string, unknown>>(sql`
    select ${LOG} from ${logsOf(sql`knowledge_logs`)} where l.id = ${id}::uuid`)
  return found.rows[0]
}

/** One entry before and after a change. A null text means that the entry did not exist. */
export interface ChangeRow {
  entry_id: string
  before_text: string | null
  before_from: string | null
  before_until: string | null
  text: string | null
  valid_from: string | null
  valid_until: string | null
}

export async function listChanges(
  db: Db | Tx,
  logId: string,
  page: { limit: number; offset: number },
): Promise<ChangeRow[]> {
  const found = await db.execute<ChangeRow & Record<string, unknown>>(sql`
    select v.entry_id, b.text as before_text, b.valid_from::text as before_from, b.valid_until::text as before_until,
      v.text, v.valid_from::text, v.valid_until::text
    from knowledge_versions v
    left join knowledge_versions b on b.entry_id = v.entry_id and b.version = v.version - 1
    where v.log_id = ${logId}::uuid order by v.entry_id limit ${page.limit}::int offset ${page.offset}`)
  return found.rows
}

/** `inserted` is a number of chunks, `removed` is a number of entries. */
export async function addToCounts(
  tx: Tx,
  logId: string,
  { inserted, removed }: { inserted: number; removed: number },
): Promise<void> {
  await tx.execute(sql`
    update knowledge_logs set inserted = inserted + ${inserted}::int, removed = coalesce(removed, 0) + ${removed}::int
    where id = ${logId}::uuid`)
}

export async function lastLogNo(db: Db | Tx, source: string): Promise<number> {
  const found = await db.execute<{ no: number }>(sql`
    select no from knowledge_logs where source = ${source} order by no desc limit 1`)
  return found.rows[0]?.no ?? 0
}

/** `isChangedSince` is true when an entry now differs from the state that the log entry wrote. */
export async function countLogChanges(
  db: Db | Tx,
  logId: string,
): Promise<{ total: number; isChangedSince: boolean }> {
  const found = await db.execute<{ total: number; is_changed: boolean }>(sql`
    select (select count(*)::int from knowledge_versions v where v.log_id = ${logId}::uuid) as total, exists (
      select from knowledge_versions v join knowledge_entries e on e.id = v.entry_id and e.version <> v.version
      join knowledge_versions now on now.entry_id = e.id and now.version = e.version
      where v.log_id = ${logId}::uuid and (now.text is distinct from v.text or now.valid_from is distinct from v.valid_from
        or now.valid_until is distinct from v.valid_until)) as is_changed`)
  return { total: found.rows[0]?.total ?? 0, isChangedSince: found.rows[0]?.is_changed ?? false }
}
