import { type SQL, sql } from 'drizzle-orm'
import { driverError, type Tx } from '../db/client.ts'
import { hasTrigrams, likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { monthOf, nextMonth, readSearchMonths } from './search-month-partitions.store.ts'

export interface SearchPosition {
  at: Date
  id: string
}

export interface MessageSearch {
  /** Normalized search words (from `searchForms`): a message matches if it contains one of them. */
  norms: readonly string[]
  scope: ChannelScope
  customerId: string | undefined
  since: Date | undefined
  until: Date | undefined
  before: SearchPosition | undefined
  limit: number
  /** Signal that is aborted when the client disconnects; no further SQL statement is started then. */
  left?: AbortSignal
}

export interface SearchPage {
  found: SearchPosition[]
  /** Position up to which messages were searched; null when all messages were searched. */
  end: SearchPosition | null
}

const BOUNDS = {
  /** Number of newest messages that are scanned first, in time order: common words are soon found among them. */
  newest: 10_000,
  /** Number of messages that are scanned when trigrams do not help or only one customer's messages are searched. */
  narrow: 20_000,
  /** Number of matches in a month from which a word is common: a scan in time order then finds a page sooner. */
  common: 3_000,
  /** Maximum number of messages that a scan of one month in time order reads. */
  ofMonth: 50_000,
  /** Time in ms after which no further month is searched; the page reports how far the search got. */
  ms: 70,
  /** Total time in ms after which the search of a further month is canceled; the next request repeats this month. */
  msInAll: 100,
}
export type SearchBounds = typeof BOUNDS
const STATEMENT_TIMEOUT_MS = 3_000
const USUAL_TIMEOUT = sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`

/** Lowest and highest message id, for positions before and after all messages of the same time. */
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns false with the database locale C, in which PostgreSQL does not treat Thai characters as letters. */
async function hasThaiTrigrams(tx: Tx): Promise<boolean> {
  const found = await tx.execute<{ is: boolean }>(sql`select cardinality(show_trgm('กขค')) > 0 as is`)
  return found.rows[0]?.is === true
}

/** Scans the newest messages for common words, and looks up rare words by their trigrams, month by month. */
export async function findMessages(
  tx: Tx,
  search: MessageSearch,
  bounds: SearchBounds = BOUNDS,
): Promise<SearchPage> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
    set_config('max_parallel_workers_per_gather', '0', true)`)
  const startedAt = performance.now()
  const isIndexed =
    search.customerId === undefined && search.norms.every(hasTrigrams) && (await hasThaiTrigrams(tx))
  const newest = await scanInOrder(tx, search, isIndexed ? bounds.newest : bounds.narrow)
  if (newest.end === null || newest.found.length > search.limit || !isIndexed)
    return pageOf(newest, search.limit)

  const found = [...newest.found]
  const rest: MessageSearch = { ...search, before: newest.end }
  for (const [index, month] of (await monthsOf(tx, rest)).entries()) {
    const partialPage: SearchPage = { found, end: { at: nextMonth(month), id: LOWEST } }
    const elapsed = performance.now() - startedAt
    if (index > 0 && elapsed > bounds.ms) return pageOf(partialPage, search.limit)
    const limit = search.limit - found.length
    const part: MessageSearch = {
      ...rest,
      since: later(search.since, month),
      until: earlier(search.until, nextMonth(month)),
      limit,
    }
    // The time limit does not apply to the first month, so that each request makes progress.
    const page =
      index === 0
        ? await scanMonth(tx, part, bounds)
        : await within(tx, bounds.msInAll - elapsed, (inner) => scanMonth(inner, part, bounds))
    if (page === null) return pageOf(partialPage, search.limit)
    found.push(...page.found)
    if (page.found.length > limit || page.end !== null) return pageOf({ found, end: page.end }, search.limit)
  }
  return pageOf({ found, end: null }, search.limit)
}

/** Searches one month by trigrams, or in time order when the word is common in that month. */
async function scanMonth(tx: Tx, month: MessageSearch, bounds: SearchBounds): Promise<SearchPage> {
  return (await lookUp(tx, month, bounds.common)) ?? scanInOrder(tx, month, bounds.ofMonth)
}

/** PostgreSQL's error code of a canceled SQL statement; searches are canceled by their timeout. */
export const CANCELLED_CODE = '57014'

/** Runs `work` in a savepoint. Returns null when an SQL statement took longer than `ms`; the transaction continues. */
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
    if (driverError(error).code === CANCELLED_CODE) return null
    throw error
  }
}

/** Cuts a result to one page: `found` has one message more than `limit` when another page exists. */
function pageOf({ found, end }: SearchPage, limit: number): SearchPage {
  const page = found.slice(0, limit)
  return { found: page, end: found.length > limit ? (page.at(-1) ?? null) : end }
}

async function monthsOf(tx: Tx, { since, until, before }: MessageSearch): Promise<Date[]> {
  const months = await readSearchMonths(tx)
  // Excludes a month that begins exactly at `before.at` when no message at this time can have a lower id.
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

function timeOf({ since, until, before }: MessageSearch): SQL {
  const found: SQL[] = [sql`true`]
  if (since !== undefined) found.push(sql`s.at >= ${since.toISOString()}::timestamptz`)
  if (until !== undefined) found.push(sql`s.at < ${until.toISOString()}::timestamptz`)
  if (before !== undefined) {
    const at = before.at.toISOString()
    // PostgreSQL prunes no partitions by row comparisons, so a comparison of the time alone is added.
    found.push(
      sql`s.at <= ${at}::timestamptz and (s.at, s.message_id) < (${at}::timestamptz, ${before.id}::uuid)`,
    )
  }
  return sql.join(found, sql` and `)
}

function narrow({ customerId, scope }: MessageSearch): { only: SQL; order: SQL } {
  if (customerId !== undefined) return { only: sql`s.customer_id = ${customerId}::uuid`, order: NEWEST_FIRST }
  const [key, ...more] = scope.channels === 'all' ? [] : scope.channels
  if (key === undefined || more.length > 0) return { only: sql`true`, order: NEWEST_FIRST }
  // Uses two inequalities: with an equality, PostgreSQL would scan the time index past the messages of other channels.
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

export function walkStatement(search: MessageSearch, window: number): SQL {
  const { only, order } = narrow(search)
  return sql`
    select message_id as id, at from (
      select s.message_id, s.at, s.channel_key, s.norm from message_search s
      where ${only} and ${timeOf(search)} order by ${order} limit ${window}) w
    where ${contains(search)} and ${search.scope.condition(sql`w.channel_key`)}
    order by ${order} limit ${search.limit + 1}`
}

async function scanInOrder(tx: Tx, search: MessageSearch, window: number): Promise<SearchPage> {
  search.left?.throwIfAborted()
  await tx.execute(FORCE_ORDER)
  const { only, order } = narrow(search)
  const found = positionsOf((await tx.execute<PositionRow>(walkStatement(search, window))).rows)
  if (found.length > search.limit) return { found, end: null }
  const last = await tx.execute<PositionRow & { is_seen: boolean }>(sql`
    select l.id, l.at, (
      select ${search.scope.condition(sql`of.channel_key`)} from message_search of where of.at = l.at and of.message_id = l.id) as is_seen
    from (select s.message_id as id, s.at from message_search s
      where ${only} and ${timeOf(search)} order by ${order} limit 1 offset ${window - 1}) l`)
  const [end = null] = positionsOf(last.rows)
  if (end === null || last.rows[0]?.is_seen === true || Number(search.before?.at) === Number(end.at))
    return { found, end }
  // The cursor must not contain the id of a message in a forbidden channel, so the next page scans its time again.
  return {
    found: found.filter(({ at }) => at > end.at),
    end: { at: end.at, id: HIGHEST },
  }
}

export function trigramStatement(search: MessageSearch, common: number): SQL {
  return sql`
    with hits as materialized (
      select s.message_id, s.at, s.channel_key from message_search s
      where ${contains(search)} and ${timeOf(search)} limit ${common + 1})
    select k.count, h.message_id as id, h.at from (select count(*)::int as count from hits) k
    left join lateral (
      select * from hits where ${search.scope.condition(sql`hits.channel_key`)}
      order by ${NEWEST_FIRST} limit ${search.limit + 1}) h on k.count <= ${common}`
}

/** Searches one month by trigrams. Returns null when the word is common in this month. */
async function lookUp(tx: Tx, search: MessageSearch, common: number): Promise<SearchPage | null> {
  search.left?.throwIfAborted()
  await tx.execute(FORCE_BITMAPS)
  const { rows } = await tx.execute<PositionRow & { count: number }>(trigramStatement(search, common))
  if ((rows[0]?.count ?? 0) > common) return null
  return { found: positionsOf(rows.filter(({ id }) => id !== null)), end: null }
}

const PLAN_TYPES = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan', 'sort'] as const

function permitPlanTypes(...permitted: (typeof PLAN_TYPES)[number][]): SQL {
  const set = PLAN_TYPES.map(
    (way) => sql`set_config(${`enable_${way}`}, ${permitted.includes(way) ? 'on' : 'off'}, true)`,
  )
  return sql`select ${sql.join(set, sql`, `)}`
}

/** Planner settings for an ordered index scan without sorting: the planner cannot know how soon a page is full. */
export const FORCE_ORDER = permitPlanTypes('indexscan', 'indexonlyscan')
/** Planner settings for the only scans that use the trigram index. */
export const FORCE_BITMAPS = permitPlanTypes('bitmapscan', 'sort')

interface PositionRow extends Record<string, unknown> {
  id: string
  at: Date | string
}

const positionsOf = (rows: readonly PositionRow[]) => rows.map(({ id, at }) => ({ id, at: new Date(at) }))

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

/** Reads found messages in the given order; skips messages that were unsent in the meantime. */
export async function readFound(
  tx: Tx,
  scope: ChannelScope,
  positions: readonly SearchPosition[],
): Promise<FoundRow[]> {
  if (positions.length === 0) return []
  await tx.execute(permitPlanTypes(...PLAN_TYPES))
  const found = await tx.execute<FoundRow>(sql`
    select m.id as message_id, m.ticket_id, m.seq, m.direction, m.text, f.at, t.channel_key, ch.name as channel_name,
      t.customer_id, c.display_name as customer_name, c.line_user_id as customer_line_id, c.picture_url as customer_picture,
      c.is_vip as customer_vip, s.display_name as sender_name, s.id_tail as sender_id_tail
    from unnest(${sql.param(positions.map(({ id }) => id))}::uuid[], ${sql.param(positions.map(({ at }) => at.toISOString()))}::timestamptz[])
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
