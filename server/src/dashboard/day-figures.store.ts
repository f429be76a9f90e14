import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import type { Period } from './period.ts'

/** What is read: days, official accounts, and whether durations are those within opening hours. */
export interface Wanted {
  period: Period
  scope: ChannelScope
  isOpenTime: boolean
}

/** Sums, durations in ms beside how many cases they are the sum of. */
export interface Sums {
  held: number
  handled: number
  pickup_ms: number
  responded: number
  response_ms: number
  closed: number
  resolution_ms: number
  unanswered: number
  replies: number
}

export interface AgentSums extends Sums, Record<string, unknown> {
  staff_id: string
  line_user_id: string
  display_name: string
  picture_url: string | null
}

export interface DaySums extends Sums, Record<string, unknown> {
  day: string
}

const within = ({ period, scope }: Pick<Wanted, 'period' | 'scope'>) =>
  sql`day between ${period.from}::date and ${period.to}::date and ${scope.condition(sql`channel_key`)}`

/** As doubles: exact up to 2^53, 285,000 years in ms. */
function sumsOf({ isOpenTime }: Wanted): SQL {
  const open = isOpenTime ? 'open_' : ''
  const sum = (column: string, name = column) => `sum(${column}::float8) as ${name}`
  return sql.raw(
    [
      ...['held', 'handled', 'responded', 'closed', 'unanswered', 'replies'].map((column) => sum(column)),
      ...['pickup', 'response', 'resolution'].map((what) => sum(`${what}_${open}ms`, `${what}_ms`)),
    ].join(', '),
  )
}

/** More people than that are in no table. */
const MAX_AGENTS = 1_000

/** Whoever did anything. */
export async function readAgents(tx: Tx, wanted: Wanted): Promise<AgentSums[]> {
  const found = await tx.execute<AgentSums>(sql`
    select s.id as staff_id, s.line_user_id, s.display_name, s.picture_url, sums.*
    from (select staff_id, ${sumsOf(wanted)} from agent_days where ${within(wanted)} group by staff_id) sums
    join staff s on s.id = sums.staff_id
    where sums.held + sums.handled + sums.responded + sums.closed + sums.replies > 0
    order by sums.closed desc, sums.held desc, s.display_name, s.id limit ${MAX_AGENTS}`)
  return found.rows
}

/** By day, of everybody or of one person; days on which nothing was done are left out. */
export async function readDays(tx: Tx, wanted: Wanted, staffId?: string): Promise<DaySums[]> {
  const ofOne = staffId === undefined ? sql`` : sql`and staff_id = ${staffId}::uuid`
  const found = await tx.execute<DaySums>(sql`
    select day::text, ${sumsOf(wanted)} from agent_days where ${within(wanted)} ${ofOne} group by day order by day`)
  return found.rows
}

/** Cases taken, by what they are about, the most first. */
export async function readSubjects(tx: Tx, wanted: Wanted): Promise<{ category: string; count: number }[]> {
  const found = await tx.execute<{ category: string; count: number }>(sql`
    select subject as category, sum(handled)::float8 as count from subject_days where ${within(wanted)}
    group by subject having sum(handled) > 0 order by 2 desc, 1 limit 100`)
  return found.rows
}

/** Before every day that is counted. */
const SOME_SUNDAY = '2000-01-02'

/** What customers wrote, by weekday and hour. */
export async function readIncoming(
  tx: Tx,
  wanted: Wanted,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  const found = await tx.execute<{ weekday: number; hour: number; count: number }>(sql`
    select (day - ${SOME_SUNDAY}::date) % 7 as weekday, hour, sum(messages::float8) as count from incoming_hours where ${within(wanted)}
    group by 1, 2 having sum(messages) > 0 order by 1, 2`)
  return found.rows
}
