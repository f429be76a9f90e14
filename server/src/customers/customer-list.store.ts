import { type SQL, sql } from 'drizzle-orm'
import { MAX_COUNTED_CUSTOMERS } from 'shared/contract/constants.ts'
import type { Customer } from 'shared/contract/customers/customer.ts'
import type { CustomerChannel } from 'shared/contract/customers/list-customers.call.ts'
import { searchForms } from 'shared/contract/search-text.ts'
import type { Db } from '../db/client.ts'
import { hasTrigrams, likeLiteral } from '../db/trigrams.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

export interface CustomerFilter {
  scope: ChannelScope
  /** True for VIP customers only, false for normal customers only, undefined for both. */
  isVip: boolean | undefined
  search: string | undefined
}

export interface CustomerPage {
  limit: number
  offset: number
}

/** Ids and total of found customers. `hasMore`: `total` does not count all matches. */
export interface FoundCustomers {
  ids: string[]
  total: number
  hasMore: boolean
}

/** Search window: maximum number of customers that a search scans from the start of the list. */
export const SEARCH_WINDOW = 5_000
/** Estimated number of matches above which a search lists only matches in its window, not in the whole table. */
const COMMON_SEARCH_COUNT = 5_000

const NEWEST_FIRST = sql`created_at desc, id desc`

interface CustomerPosition {
  created_at: string
  id: string
}

type Fits = Omit<CustomerFilter, 'search'>

const isOfOneChannel = ({ scope }: Pick<Fits, 'scope'>) =>
  scope.channels !== 'all' && scope.channels.length === 1

/** SQL condition: a LINE user has one row per channel, and the list shows only the newest matching row (`c`). */
function isListedRow({ scope, isVip }: Fits, search: Search | null = null): SQL {
  if (isOfOneChannel({ scope })) return sql`true`
  const isNewer = sql`(o.created_at, o.id) > (c.created_at, c.id)
    ${isVip === undefined ? sql`` : isVip ? sql`and o.is_vip` : sql`and not o.is_vip`}
    ${search === null ? sql`` : sql`and ((${search.name}) or ${search.lineUserId})`}`
  // Columns without an alias belong to `o`. `offset 0` prevents a join of the whole tables: a lookup per row is faster,
  // because only the first rows of the list are needed.
  return sql`not exists (
    select from customers o where o.line_user_id = c.line_user_id and ${scope.condition(sql`o.channel_key`)}
      and (${isNewer} ${isVip === false ? sql`or o.is_vip` : sql``}) offset 0)`
}

/** Reads customers in list order from one index or, for several channels, from each channel's index. */
function inOrder(
  { scope, isVip }: Fits,
  columns: SQL,
  limit: number,
  after: CustomerPosition | null = null,
): SQL {
  const further = sql`${isVip === undefined ? sql`` : isVip ? sql`and c.is_vip` : sql`and not c.is_vip`}
    ${after === null ? sql`` : sql`and (c.created_at, c.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`}`
  const first = (ofScope: SQL, order = sql`c.created_at desc, c.id desc`) =>
    sql`select ${columns} from customers c where ${ofScope} ${further} order by ${order} limit ${limit}`
  if (scope.channels === 'all') return first(sql`true`)
  if (scope.channels.length === 1) return first(scope.condition(sql`c.channel_key`))
  // Uses a range, because with `=` the planner would drop the channel from the sort order and scan all channels.
  const ofOne = first(
    sql`c.channel_key >= wanted.key and c.channel_key <= wanted.key`,
    sql`c.channel_key desc, c.created_at desc, c.id desc`,
  )
  return sql`select of_one.* from unnest(${sql.param(scope.channels)}::text[]) as wanted (key)
    cross join lateral (${ofOne}) of_one`
}

/** Maximum rows that a list of several channels scans when it shows only customers without a VIP mark. */
export const SCANNED_FOR_NORMAL = 3_000

/** Lists LINE users once each, newest first, from a limited number of the newest `customers` rows. */
export function listStatement(filter: CustomerFilter, { limit, offset }: CustomerPage): SQL {
  const isOfNormal = filter.isVip === false && !isOfOneChannel(filter)
  const most = isOfNormal ? SCANNED_FOR_NORMAL : MAX_COUNTED_CUSTOMERS + 1
  // Looks up LINE id and VIP mark for each row, because the index for the order contains neither.
  const rows = inOrder(
    isOfNormal ? { scope: filter.scope, isVip: undefined } : filter,
    sql`c.id, c.created_at`,
    most,
  )
  const matching = isOfOneChannel(filter)
    ? sql`select id, created_at from newest`
    : sql`select c.id, c.created_at from (
        select n.id, n.created_at, u.line_user_id, u.is_vip
        from newest n cross join lateral (select line_user_id, is_vip from customers where id = n.id offset 0) u) c
      where ${isOfNormal ? sql`not c.is_vip and` : sql``} ${isListedRow(filter)}`
  return sql`
    with newest as materialized (select * from (${rows}) c order by ${NEWEST_FIRST} limit ${most}),
    matching as materialized (${matching})
    select array(select id from matching order by ${NEWEST_FIRST} limit ${limit} offset ${offset}) as ids,
      (select count(*)::int from matching) as count, (select count(*)::int from newest) as read, ${most}::int as of, null as last`
}

interface ScanResult extends Record<string, unknown> {
  ids: string[]
  count: number
  /** Number of scanned rows. `of`: in a search, the estimated rows of the table; in a list, the scan limit. */
  read: number
  of: number
  last: CustomerPosition | null
}

interface Search {
  name: SQL
  lineUserId: SQL
  isIndexed: boolean
}

const MAX_WORDS = 10

export function searchOf(typed: string | undefined): Search | null {
  const text = (typed ?? '').replaceAll('\0', '').toWellFormed().trim()
  const words = text
    .split(/\s+/)
    .map(searchForms)
    .filter((forms) => forms.length > 0)
    .slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const matchesAnyForm = (forms: readonly string[]) =>
    sql.join(
      forms.map((form) => sql`name_norm like ${`%${likeLiteral(form)}%`}`),
      sql` or `,
    )
  return {
    // Search words match anywhere in the name, since the surname may come first or last.
    name: sql.join(
      words.map((forms) => sql`(${matchesAnyForm(forms)})`),
      sql` and `,
    ),
    lineUserId: sql`line_user_id ilike ${`%${likeLiteral(text)}%`}`,
    isIndexed: words.some((forms) => forms.every(hasTrigrams)),
  }
}

function windowStatement(
  filter: CustomerFilter,
  search: Search,
  { limit, offset }: CustomerPage,
  after: CustomerPosition | null = null,
): SQL {
  const columns = sql`c.id, c.created_at, c.name_norm, c.line_user_id`
  return sql`
    with newest as materialized (
      select * from (${inOrder(filter, columns, SEARCH_WINDOW, after)}) c order by ${NEWEST_FIRST} limit ${SEARCH_WINDOW}),
    fit as materialized (select id, created_at, line_user_id from newest where (${search.name}) or ${search.lineUserId}),
    found as materialized (select id, created_at from fit c where ${isListedRow(filter, search)})
    select (select count(*)::int from newest) as read, (select count(*)::int from found) as count,
      (select reltuples::float8 from pg_class where oid = 'customers'::regclass) as of,
      (select json_build_object('created_at', created_at, 'id', id) from newest order by created_at, id limit 1) as last,
      array(select id from found order by ${NEWEST_FIRST} limit ${limit} offset ${offset}) as ids`
}

export function trigramStatement(
  filter: CustomerFilter,
  search: Search,
  { limit, offset }: CustomerPage,
): SQL {
  const fits = sql`${filter.scope.condition(sql`channel_key`)}
    ${filter.isVip === undefined ? sql`` : filter.isVip ? sql`and is_vip` : sql`and not is_vip`}`
  // `offset 0` makes the planner use the index of `condition`; otherwise it may scan the table in list order.
  const by = (condition: SQL) => sql`
    select id, created_at, line_user_id
    from (select id, created_at, line_user_id from customers where ${condition} and ${fits} offset 0) c
    order by ${NEWEST_FIRST} limit ${MAX_COUNTED_CUSTOMERS + 1}`
  return sql`
    with fit as materialized ((${by(search.name)}) union (${by(search.lineUserId)})),
    found as materialized (select id, created_at from fit c where ${isListedRow(filter, search)})
    select 0 as read, 0 as of, null as last, (select count(*)::int from found) as count,
      array(select id from found order by ${NEWEST_FIRST} limit ${limit} offset ${offset}) as ids`
}

/** Finds one page of customers. The cost does not grow with the number of customers. */
export async function findCustomers(
  db: Db,
  filter: CustomerFilter,
  page: CustomerPage,
): Promise<FoundCustomers> {
  if (filter.scope.isEmpty) return { ids: [], total: 0, hasMore: false }
  const search = searchOf(filter.search)
  if (search === null) {
    const list = await check(db, listStatement(filter, page))
    return upToLimit(list, list.read === list.of)
  }
  const window = await check(db, windowStatement(filter, search, page))
  const isAll = window.read < SEARCH_WINDOW
  const estimatedCount = (window.count / window.read) * window.of
  const isCommon = window.count >= page.limit && estimatedCount > COMMON_SEARCH_COUNT
  if (isAll || isCommon || !search.isIndexed) return upToLimit(window, !isAll)
  // Many matches: scanning the newest customers soon fills the page, and an exact total is not needed.
  const first =
    estimatedCount > MAX_COUNTED_CUSTOMERS ? await fromWindows(db, filter, search, page, window) : null
  return first ?? upToLimit(await check(db, trigramStatement(filter, search, page)))
}

/** Returns null when too few customers match in the search window or, for the first page, in it and the next window. */
async function fromWindows(
  db: Db,
  filter: CustomerFilter,
  search: Search,
  page: CustomerPage,
  window: ScanResult,
): Promise<FoundCustomers | null> {
  if (window.count >= page.offset + page.limit) return upToLimit(window, true)
  if (page.offset > 0) return null
  const next = await check(db, windowStatement(filter, search, page, window.last))
  const count = window.count + next.count
  const ids = [...window.ids, ...next.ids].slice(0, page.limit)
  return count < page.limit ? null : upToLimit({ ...window, ids, count }, true)
}

async function check(db: Db, statement: SQL): Promise<ScanResult> {
  const found = await db.execute<ScanResult>(statement)
  const [row] = found.rows
  if (row === undefined) throw new Error('a count returned no row')
  return row
}

/** Caps the total at the count limit. `isCut`: not all customers were scanned. */
const upToLimit = ({ ids, count }: ScanResult, isCut = false): FoundCustomers => ({
  ids,
  total: Math.min(count, MAX_COUNTED_CUSTOMERS),
  hasMore: isCut || count > MAX_COUNTED_CUSTOMERS,
})

export type ListedCustomerRow = Omit<Customer, 'display_name'> & {
  channel: CustomerChannel['channel']
  display_name: string | null
  created_at: string | Date
  last_message_at: string | Date | null
  /** The LINE user's customers in every permitted channel, in display order of the channels. */
  channels: CustomerChannel[]
}

export async function readListed(
  db: Db,
  scope: ChannelScope,
  ids: readonly string[],
): Promise<ListedCustomerRow[]> {
  const found = await db.execute<ListedCustomerRow>(sql`
    select c.id, json_build_object('key', ch.key, 'name', ch.name) as channel, c.line_user_id, c.display_name, c.picture_url, c.is_vip, c.created_at,
      same.last_message_at, same.channels
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
    join customers c on c.id = wanted.id join channels ch on ch.key = c.channel_key
    cross join lateral (
      select max(o.last_message_at) as last_message_at,
        json_agg(json_build_object('id', o.id, 'channel', json_build_object('key', och.key, 'name', och.name), 'is_vip', o.is_vip)
          order by och.position, och.name, och.key) as channels
      from customers o join channels och on och.key = o.channel_key
      where o.line_user_id = c.line_user_id and ${scope.condition(sql`o.channel_key`)}) same
    order by wanted.place`)
  return found.rows
}
