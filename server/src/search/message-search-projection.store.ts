import { sql } from 'drizzle-orm'
import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { createSearchMonth, monthOf, readSearchMonths } from './search-month-partitions.store.ts'

/** Maximum length of a message's searchable text. Real messages are shorter; the rest of a longer one is not found. */
const MAX_NORM = 20_000
/** Message kinds whose stored text only names the kind, so it is not indexed. */
const KINDS_WITHOUT_TEXT = new Set(['image', 'video', 'audio', 'sticker', 'unsent'])

interface DueMessage extends Record<string, unknown> {
  id: string
  at: Date | string
  channel_key: string | null
  customer_id: string | null
  kind: string | null
  text: string | null
}

interface Searchable extends Omit<DueMessage, 'at'> {
  at: string
  norm: string | null
}

function normOf({ kind, text }: DueMessage): string | null {
  if (text === null || (kind !== null && KINDS_WITHOUT_TEXT.has(kind))) return null
  const norm = normalizeForSearch(text).slice(0, MAX_NORM)
  return norm === '' ? null : norm
}

/** Indexes messages that are due, shared among the servers; a crash loses none. Returns the number of messages. */
export async function projectMessages(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const taken = await tx.execute<{ at: Date | string; message_id: string }>(sql`
      with taken as materialized (
        select at, message_id from message_search_due order by at desc, message_id desc limit ${limit} for update skip locked)
      delete from message_search_due d using taken where d.at = taken.at and d.message_id = taken.message_id
      returning d.at, d.message_id`)
    if (taken.rows.length === 0) return 0
    const moments = taken.rows.map(({ at }) => new Date(at).toISOString())
    const ids = taken.rows.map(({ message_id }) => message_id)
    // Reads in a separate SQL statement after the rows are locked, to see all changes committed before.
    const noted = await tx.execute<DueMessage>(sql`
      select d.id, d.at, t.channel_key, t.customer_id, m.kind, case when m.unsent_at is null then m.text end as text
      from unnest(${sql.param(moments)}::timestamptz[], ${sql.param(ids)}::uuid[]) d (at, id)
      left join messages m on m.id = d.id left join tickets t on t.id = m.ticket_id`)
    const rows = noted.rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), norm: normOf(row) }))
    const withText = rows.filter(({ norm }) => norm !== null)
    await createMissingMonths(db, tx, withText)
    await remove(
      tx,
      rows.filter(({ norm }) => norm === null),
    )
    await save(tx, withText)
    return ids.length
  })
}

function column<K extends keyof Searchable>(rows: readonly Searchable[], name: K) {
  return sql.param(rows.map((row) => row[name]))
}

async function remove(tx: Tx, rows: readonly Searchable[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    delete from message_search s using unnest(${column(rows, 'at')}::timestamptz[], ${column(rows, 'id')}::uuid[]) gone (at, id)
    where s.at = gone.at and s.message_id = gone.id`)
}

async function save(tx: Tx, rows: readonly Searchable[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into message_search (at, message_id, channel_key, customer_id, norm, norm_version)
    select n.*, ${SEARCH_NORM_VERSION}::smallint
    from unnest(${column(rows, 'at')}::timestamptz[], ${column(rows, 'id')}::uuid[], ${column(rows, 'channel_key')}::text[],
      ${column(rows, 'customer_id')}::uuid[], ${column(rows, 'norm')}::text[]) n
    on conflict (at, message_id) do update set channel_key = excluded.channel_key, customer_id = excluded.customer_id,
      norm = excluded.norm, norm_version = excluded.norm_version`)
}

/** Creates missing monthly partitions on another connection, so that all transactions see them immediately. */
async function createMissingMonths(db: Db, tx: Tx, rows: readonly Searchable[]): Promise<void> {
  const wanted = new Map(rows.map(({ at }) => monthOf(new Date(at))).map((month) => [month.getTime(), month]))
  if (wanted.size === 0) return
  for (const month of await readSearchMonths(tx)) wanted.delete(month.getTime())
  for (const month of wanted.values()) await createSearchMonth(db, month)
}
