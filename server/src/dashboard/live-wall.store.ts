import { type SQL, sql } from 'drizzle-orm'
import { MAX_WALL_COUNT, MAX_WALL_PERSON_CASES, WALL_LONGEST } from 'shared/contract/constants.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Db } from '../db/client.ts'
import { staffMemberJson } from '../staff/staff-member.ts'

const MAX_CHANNELS = 500
const MAX_PEOPLE = 1_000

interface WallChannelRow extends Record<string, unknown> {
  key: string
  name: string
  waiting_count: number
  waiting_unassigned_count: number
  longest_waiting_since: string | Date | null
  open_count: number
}

/**
 * Each connected account, so far as `MAX_WALL_COUNT` of its cases go: those who wait stand first in `tickets_open_channel_waiting`, which
 * says who has them too, so that no case itself is read.
 */
export function wallChannelsStatement(): SQL {
  return sql`
    select ch.key, ch.name, open.* from channels ch
    cross join lateral (
      select count(waiting_since)::int as waiting_count,
        (count(waiting_since) filter (where assignee_id is null))::int as waiting_unassigned_count,
        min(waiting_since) as longest_waiting_since, count(*)::int as open_count
      from (select assignee_id, waiting_since from tickets t
        where t.channel_key = ch.key and t.status = 'OPEN'
        order by t.waiting_since asc nulls last limit ${MAX_WALL_COUNT}) t) open
    where ch.removed_at is null order by ch.position, ch.name limit ${MAX_CHANNELS}`
}

interface WallCaseRow extends Record<string, unknown> {
  id: string
  channel_key: string
  subject: string
  waiting_since: string | Date
  customer_name: string | null
  customer_line_id: string
  customer_picture: string | null
  customer_vip: boolean
  assignee: StaffMember | null
}

/** Those who wait longest in each connected account, over all of them the longest first. */
export function wallCasesStatement(): SQL {
  return sql`
    select t.id, t.channel_key, t.subject, t.waiting_since, c.display_name as customer_name, c.line_user_id as customer_line_id,
      c.picture_url as customer_picture, c.is_vip as customer_vip, ${staffMemberJson('a')} as assignee
    from (select ch.key from channels ch where ch.removed_at is null order by ch.position, ch.name limit ${MAX_CHANNELS}) ch
    cross join lateral (
      select * from tickets t where t.channel_key = ch.key and t.status = 'OPEN' and t.waiting_since is not null
      order by t.waiting_since asc nulls last, t.opened_at, t.id limit ${WALL_LONGEST}) t
    join customers c on c.id = t.customer_id left join staff a on a.id = t.assignee_id
    order by t.waiting_since, t.opened_at, t.id`
}

interface WallPersonRow extends Record<string, unknown> {
  person: StaffMember
  all_channels: boolean
  channel_keys: string[]
  cases: { channel_key: string; open_count: number; waiting_count: number }[]
  has_more: boolean
}

/**
 * These people, by name, with the open cases that they have in connected accounts, so far as `MAX_WALL_PERSON_CASES` go, along
 * `tickets_open_assignee`.
 */
export function wallPeopleStatement(staffIds: readonly string[]): SQL {
  return sql`
    select ${staffMemberJson('s')} as person, s.all_channels,
      array(select c.channel_key from staff_channels c where c.staff_id = s.id) as channel_keys, has.*
    from staff s
    cross join lateral (
      select coalesce(json_agg(json_build_object('channel_key', channel_key, 'open_count', open_count, 'waiting_count', waiting_count)
        order by channel_key) filter (where key is not null), '[]'::json) as cases,
        coalesce(sum(open_count), 0) >= ${MAX_WALL_PERSON_CASES} as has_more
      from (
        select channel_key, count(*)::int as open_count, count(waiting_since)::int as waiting_count
        from (select channel_key, waiting_since from tickets where assignee_id = s.id and status = 'OPEN'
          order by opened_at, id limit ${MAX_WALL_PERSON_CASES}) t
        group by channel_key) c
      left join channels ch on ch.key = c.channel_key and ch.removed_at is null) has
    where s.id = any(${sql.param(staffIds)}::uuid[]) and s.status = 'APPROVED'
    order by s.display_name, s.id limit ${MAX_PEOPLE}`
}

export interface Wall {
  at: Date
  channels: WallChannelRow[]
  cases: WallCaseRow[]
  people: WallPersonRow[]
}

export async function readWall(db: Db, staffIds: readonly string[], at: Date): Promise<Wall> {
  const [channels, cases, people] = await Promise.all([
    db.execute<WallChannelRow>(wallChannelsStatement()),
    db.execute<WallCaseRow>(wallCasesStatement()),
    db.execute<WallPersonRow>(wallPeopleStatement(staffIds)),
  ])
  return { at, channels: channels.rows, cases: cases.rows, people: people.rows }
}
