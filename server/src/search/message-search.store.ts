import { type SQL, sql } from 'drizzle-orm'
import { driverError, type Tx } from '../db/client.ts'
import { hasTrigrams, likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { monthOf, nextMonth, readSearchMonths } from './search-months.store.ts'

/** Where a message stands; what is looked for lies before it (older, then of a smaller id). */
export interface SearchPlace {
  at: Date
  id: string
}

export interface MessageSearch {
  /** Output of `searchForms`: a message matches if it contains one of these. */
  norms: readonly string[]
  scope: ChannelScope
  customerId: string | undefined
  since: Date | undefined
  until: Date | undefined
  before: SearchPlace | undefined
  limit: number
  /** Whoever asked has left: nothing further is begun. */
  left?: AbortSignal
}

export interface SearchPage {
  found: SearchPlace[]
  /** Up to where it was looked; null: everything. */
  end: SearchPlace | null
}

/** How much one call may look at. */
export interface SearchBounds {
  /** So many messages are read along the time, the newest first: what many messages say is found among them. */
  newest: number
  /** The same where trigrams cannot tell, or one account or customer is looked through. */
  narrow: number
  /** What more messages of a month say is common there, and found sooner along the time … */
  common: number
  /** … in so many messages. */
  ofMonth: number
  /** No further month is begun after so long; the answer says how far it has come. */
  ms: number
  /** A further month that is not looked through so long after the beginning is given up, and is the first of the next call. */
  msInAll: number
}
const BOUNDS: SearchBounds = {
  newest: 10_000,
  narrow: 20_000,
  common: 3_000,
  ofMonth: 50_000,
  ms: 70,
  msInAll: 100,
}
/** A statement that takes longer is given up. */
const STATEMENT_TIMEOUT_MS = 3_000
const USUAL_TIMEOUT = sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`

/** Before every message of its moment, and behind them. */
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A database of the locale C takes Thai letters for no letters. */
async function knowsThai(tx: Tx): Promise<boolean> {
  const found = await tx.execute<{ is: boolean }>(sql`select cardinality(show_trgm('กขค')) > 0 as is`)
  return found.rows[0]?.is === true
}

/**
 * Finds messages that contain the text, the newest first, in a bounded time: first among the newest ones, since what is common is soon
 * found there. What is rare is looked up behind them by its trigrams, month by month from the newest, until the page is full or the
 * time is over.
 */
export async function findMessages(
  tx: Tx,
  search: MessageSearch,
  bounds: SearchBounds = BOUNDS,
): Promise<SearchPage> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`)
  const startedAt = performance.now()
  const isIndexed =
    search.customerId === undefined && search.norms.every(hasTrigrams) && (await knowsThai(tx))
  const newest = await walk(tx, search, isIndexed ? bounds.newest : bounds.narrow)
  if (newest.end === null || newest.found.length > search.limit || !isIndexed)
    return pageOf(newest, search.limit)

  const found = [...newest.found]
  const rest: MessageSearch = { ...search, before: newest.end }
  for (const [index, month] of (await monthsOf(tx, rest)).entries()) {
    const soFar: SearchPage = { found, end: { at: nextMonth(month), id: LOWEST } }
    const elapsed = performance.now() - startedAt
    if (index > 0 && elapsed > bounds.ms) return pageOf(soFar, search.limit)
    const limit = search.limit - found.length
    const part: MessageSearch = {
      ...rest,
      since: later(search.since, month),
      until: earlier(search.until, nextMonth(month)),
      limit,
    }
    // The first is looked through whatever it costs, so that each call gets on.
    const page =
      index === 0
        ? await lookThrough(tx, part, bounds)
        : await within(tx, bounds.msInAll - elapsed, (inner) => lookThrough(inner, part, bounds))
    if (page === null) return pageOf(soFar, search.limit)
    found.push(...page.found)
    if (page.found.length > limit || page.end !== null) return pageOf({ found, end: page.end }, search.limit)
  }
  return pageOf({ found, end: null }, search.limit)
}

/** What a month has: by its trigrams, or along the time where it is common. */
async function lookThrough(tx: Tx, month: MessageSearch, bounds: SearchBounds): Promise<SearchPage> {
  return (await lookUp(tx, month, bounds.common)) ?? walk(tx, month, bounds.ofMonth)
}

/** PostgreSQL: a statement was cancelled, here by its time-out. */
export const CANCELLED = '57014'

/** Null when a statement of it was not done in time; the transaction goes on as if it had not been begun. */
async function within<T>(tx: Tx, ms: number, work: (inner: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await tx.transaction(async (inner) => {
      await inner.execute(
        sql`select set_config('statement_timeout', ${String(Math.max(1, Math.ceil(ms)))}, true)`,
      )
      const done = await work(inner)
      await inner.execute(USUAL_TIMEOUT)
      return done
    })
  } catch (error) {
    if (driverError(error).code === CANCELLED) return null
    throw error
  }
}

/** Has one more than the page when there are more. */
function pageOf({ found, end }: SearchPage, limit: number): SearchPage {
  const page = found.slice(0, limit)
  return { found: page, end: found.length > limit ? (page.at(-1) ?? null) : end }
}

/** The months in which something may be found, the newest first. */
async function monthsOf(tx: Tx, { since, until, before }: MessageSearch): Promise<Date[]> {
  const months = await readSearchMonths(tx)
  // What stands before the lowest id of a moment stands before that moment.
  const isBefore = (month: Date) =>
    before === undefined || month < before.at || (Number(month) === Number(before.at) && before.id !== LOWEST)
  return months.filter(
    (month) =>
      (since === undefined || month >= monthOf(since)) &&
      (until === undefined || month < until) &&
      isBefore(month),
  )
}

const later = (one: Date | undefined, other: Date) => (one !== undefined && one > other ? one : other)
const earlier = (one: Date | undefined, other: Date) => (one !== undefined && one < other ? one : other)

/** What holds for a row `s` of message_search by its time. */
function timeOf({ since, until, before }: MessageSearch): SQL {
  const found: SQL[] = [sql`true`]
  if (since !== undefined) found.push(sql`s.at >= ${since.toISOString()}::timestamptz`)
  if (until !== undefined) found.push(sql`s.at < ${until.toISOString()}::timestamptz`)
  if (before !== undefined) {
    const at = before.at.toISOString()
    // The first of the two is for the partitions: of a pair PostgreSQL leaves none out.
    found.push(
      sql`s.at <= ${at}::timestamptz and (s.at, s.message_id) < (${at}::timestamptz, ${before.id}::uuid)`,
    )
  }
  return sql.join(found, sql` and `)
}

/** The customer, or the one account, by whose index is walked, and its order. */
function narrow({ customerId, scope }: MessageSearch): { only: SQL; order: SQL } {
  if (customerId !== undefined) return { only: sql`s.customer_id = ${customerId}::uuid`, order: NEWEST_FIRST }
  const [key, ...more] = scope.channels === 'all' ? [] : scope.channels
  if (key === undefined || more.length > 0) return { only: sql`true`, order: NEWEST_FIRST }
  // As a range and its order: of an equality PostgreSQL walks along the time all the same, past all the other accounts.
  return {
    only: sql`s.channel_key >= ${key}::text and s.channel_key <= ${key}::text`,
    order: sql`channel_key desc, ${NEWEST_FIRST}`,
  }
}

const NEWEST_FIRST = sql`at desc, message_id desc`
const contains = ({ norms }: MessageSearch) =>
  sql`(${sql.join(
    norms.map((norm) => sql`norm like ${`%${likeLiteral(norm)}%`}`),
    sql` or `,
  )})`

/** Messages of the first so many along the time; PostgreSQL stops as soon as the page is full. */
export function walkStatement(search: MessageSearch, window: number): SQL {
  const { only, order } = narrow(search)
  return sql`
    select message_id as id, at from (
      select s.message_id, s.at, s.channel_key, s.norm from message_search s
      where ${only} and ${timeOf(search)} order by ${order} limit ${window}) w
    where ${contains(search)} and ${search.scope.condition(sql`w.channel_key`)}
    order by ${order} limit ${search.limit + 1}`
}

async function walk(tx: Tx, search: MessageSearch, window: number): Promise<SearchPage> {
  search.left?.throwIfAborted()
  await tx.execute(FORCE_ORDER)
  const { only, order } = narrow(search)
  const found = placesOf((await tx.execute<PlaceRow>(walkStatement(search, window))).rows)
  if (found.length > search.limit) return { found, end: null }
  const last = await tx.execute<PlaceRow & { is_seen: boolean }>(sql`
    select l.id, l.at, (
      select ${search.scope.condition(sql`of.channel_key`)} from message_search of where of.at = l.at and of.message_id = l.id) as is_seen
    from (select s.message_id as id, s.at from message_search s
      where ${only} and ${timeOf(search)} order by ${order} limit 1 offset ${window - 1}) l`)
  const [end = null] = placesOf(last.rows)
  if (end === null || last.rows[0]?.is_seen === true || Number(search.before?.at) === Number(end.at))
    return { found, end }
  // It is of an account that whoever asks may not see: they are told no more of it than its moment, which is looked through again.
  return {
    found: found.filter(({ at }) => at > end.at),
    end: { at: end.at, id: HIGHEST },
  }
}

/** All messages of a month that contain the text, by its trigrams, unless there are too many of them. */
export function lookUpStatement(search: MessageSearch, common: number): SQL {
  return sql`
    with hits as materialized (
      select s.message_id, s.at, s.channel_key from message_search s
      where ${contains(search)} and ${timeOf(search)} limit ${common + 1})
    select k.count, h.message_id as id, h.at from (select count(*)::int as count from hits) k
    left join lateral (
      select * from hits where ${search.scope.condition(sql`hits.channel_key`)}
      order by ${NEWEST_FIRST} limit ${search.limit + 1}) h on k.count <= ${common}`
}

/** Null: it is common there. */
async function lookUp(tx: Tx, search: MessageSearch, common: number): Promise<SearchPage | null> {
  search.left?.throwIfAborted()
  await tx.execute(FORCE_BITMAPS)
  const { rows } = await tx.execute<PlaceRow & { count: number }>(lookUpStatement(search, common))
  if ((rows[0]?.count ?? 0) > common) return null
  return { found: placesOf(rows.filter(({ id }) => id !== null)), end: null }
}

function ways(on: Record<'seqscan' | 'indexscan' | 'indexonlyscan' | 'bitmapscan' | 'sort', boolean>): SQL {
  const set = Object.entries(on).map(
    ([way, is]) => sql`set_config(${`enable_${way}`}, ${is ? 'on' : 'off'}, true)`,
  )
  return sql`select ${sql.join(set, sql`, `)}`
}

/** Along an index, and never all of it at once to be sorted: the planner cannot know how soon a page is full. */
export const FORCE_ORDER = ways({
  seqscan: false,
  indexscan: true,
  indexonlyscan: true,
  bitmapscan: false,
  sort: false,
})
/** By trigrams, which make bitmaps alone. */
export const FORCE_BITMAPS = ways({
  seqscan: false,
  indexscan: false,
  indexonlyscan: false,
  bitmapscan: true,
  sort: true,
})

interface PlaceRow extends Record<string, unknown> {
  id: string
  at: Date | string
}

const placesOf = (rows: readonly PlaceRow[]) => rows.map(({ id, at }) => ({ id, at: new Date(at) }))

export interface FoundRow extends Record<string, unknown> {
  message_id: string
  ticket_id: string
  seq: number
  direction: 'IN' | 'OUT'
  text: string
  at: Date | string
  channel_key: string
  channel_name: string
  customer_id: string
  customer_name: string | null
  customer_line_id: string
  customer_picture: string | null
  customer_vip: boolean
  sender_name: string | null
  sender_id_tail: string | null
}

/** What people see of these messages, in this order; of one that was taken back meanwhile nothing. */
export async function readFound(
  tx: Tx,
  scope: ChannelScope,
  places: readonly SearchPlace[],
): Promise<FoundRow[]> {
  if (places.length === 0) return []
  await tx.execute(
    ways({ seqscan: true, indexscan: true, indexonlyscan: true, bitmapscan: true, sort: true }),
  )
  const found = await tx.execute<FoundRow>(sql`
    select m.id as message_id, m.ticket_id, m.seq, m.direction, m.text, f.at, t.channel_key, ch.name as channel_name,
      t.customer_id, c.display_name as customer_name, c.line_user_id as customer_line_id, c.picture_url as customer_picture,
      c.is_vip as customer_vip, s.display_name as sender_name, s.id_tail as sender_id_tail
    from unnest(${sql.param(places.map(({ id }) => id))}::uuid[], ${sql.param(places.map(({ at }) => at.toISOString()))}::timestamptz[])
      with ordinality f (id, at, place)
    join messages m on m.id = f.id
    join tickets t on t.id = m.ticket_id
    join channels ch on ch.key = t.channel_key
    join customers c on c.id = t.customer_id
    left join staff s on s.id = m.sender_staff_id
    where m.unsent_at is null and m.text is not null and ${scope.condition(sql`t.channel_key`)}
    order by f.place`)
  return found.rows
}
