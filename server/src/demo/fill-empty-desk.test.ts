import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type RunningSimulator, startSimulator } from 'line-simulator/simulator.ts'
import { ISSUE_TYPES, KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWebhookCredentials } from '../channels/channel-secrets.store.ts'
import { searchKnowledge } from '../knowledge/search-knowledge.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'
import { connectSimulator, fillEmptyDesk } from './fill-empty-desk.ts'

const now = new Date('2026-11-21T08:30:00.000Z')
let dir: string
let simulator: RunningSimulator
let database: TestDatabase
let made: number

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  simulator = await startSimulator({ dataDir: dir, deskUrl: 'http://localhost:9', port: 0 })
  database = await createTestDatabase()
  await connectSimulator(database.db, TEST_ENCRYPTION, simulator.url)
  made = await fillEmptyDesk(database.db, simulator.url, now)
})
afterAll(async () => {
  await database.drop()
  await simulator.close()
  rmSync(dir, { recursive: true, force: true })
})

async function rows<T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await database.db.execute(query)).rows as T[]
}

describe('a desk filled with demo data', () => {
  test('the demo has 710 tickets, 8 staff and 12 VIPs', async () => {
    expect(made).toBe(710)
    const staff = await rows(
      sql`select status, role, count(*)::int as count from staff group by 1, 2 order by 1, 2`,
    )
    expect(staff).toEqual([
      { status: 'PENDING', role: null, count: 1 },
      { status: 'APPROVED', role: 'BUSINESS', count: 2 },
      { status: 'APPROVED', role: 'ADMIN', count: 5 },
    ])
    const [vip] = await rows(sql`select count(*)::int as count from customers where is_vip`)
    expect(vip).toEqual({ count: 12 })
  })

  test('the demo has ordered canned replies for each channel and for all channels', async () => {
    const own = await rows(sql`
      select channel_key, count(*)::int as count, max(position) as last from suggestions group by 1 order by 1`)
    expect(own).toEqual([
      { channel_key: 'main', count: 3, last: 3 },
      { channel_key: 'promo', count: 3, last: 3 },
      { channel_key: 'vip', count: 3, last: 3 },
      { channel_key: null, count: 7, last: 7 },
    ])
  })

  test('the demo has a knowledge base that returns answers, and its update history', async () => {
    const sources = await rows(sql`
      select source, count(*)::int as count from knowledge_entries group by 1 order by 2`)
    expect(sources).toEqual([
      { source: KNOWLEDGE_SOURCES.promotion, count: 3 },
      { source: KNOWLEDGE_SOURCES.general, count: 13 },
    ])
    const found = await searchKnowledge(
      { db: database.db, now: () => now, vectors: null },
      'โอนแล้วเงินไม่เข้า',
      3,
    )
    expect(found[0]?.content).toContain('15 นาที')
  })

  test('the demo has tickets in every state, of every issue type and in every channel', async () => {
    const states = await rows(sql`
      select status, assignee_id is not null as taken, count(*)::int as count from tickets group by 1, 2 order by 1, 2`)
    expect(states).toEqual([
      { status: 'OPEN', taken: false, count: 12 },
      { status: 'OPEN', taken: true, count: 18 },
      { status: 'CLOSED', taken: true, count: 680 },
    ])
    const subjects = await rows<{ subject: string }>(sql`select distinct subject from tickets`)
    expect(subjects.map((row) => row.subject).sort()).toEqual(Object.values(ISSUE_TYPES).sort())
    const channels = await rows(sql`select distinct channel_key from tickets`)
    expect(channels).toHaveLength(3)
  })

  test('the demo has unassigned tickets that wait from 20 seconds to 20 minutes', async () => {
    const waits = await rows<{ secs: number }>(sql`
      select extract(epoch from ${now.toISOString()}::timestamptz - waiting_since)::int as secs
      from tickets where assignee_id is null order by 1`)
    expect(waits[0]?.secs).toBe(20)
    expect(waits.at(-1)?.secs).toBe(1_200)
  })

  test('ticket columns of the demo match the messages', async () => {
    const wrong = await rows(sql`
      with facts as (
        select t.id,
          count(*)::int as last_seq, min(m.seq)::int as first_seq, max(m.seq)::int as max_seq,
          coalesce(max(m.seq) filter (where m.direction = 'IN'), 0)::int as last_in_seq,
          coalesce(max(m.seq) filter (where m.direction = 'OUT'), 0)::int as last_out_seq,
          count(*) filter (where m.direction = 'IN')::int as in_count,
          min(m.event_time) filter (where m.direction = 'OUT') as first_response_at,
          max(m.event_time) as last_activity_at
        from tickets t join messages m on m.ticket_id = t.id group by t.id)
      select t.id from tickets t join facts f using (id)
      where (t.last_seq, t.last_in_seq, t.last_out_seq, t.in_count, t.first_response_at, t.last_activity_at)
          is distinct from (f.last_seq, f.last_in_seq, f.last_out_seq, f.in_count, f.first_response_at, f.last_activity_at)
        or f.first_seq <> 1 or f.max_seq <> f.last_seq
        or t.waiting_since is distinct from case when t.status = 'OPEN' then
          (select min(m.event_time) from messages m where m.ticket_id = t.id and m.direction = 'IN' and m.seq > f.last_out_seq) end
        or (t.last_message_direction, t.last_message_type, t.last_message_text, t.last_message_at) is distinct from
          (select (m.direction, m.message_type, m.text, m.event_time) from messages m where m.ticket_id = t.id and m.seq = f.last_seq)`)
    expect(wrong).toEqual([])
    const [without] = await rows(sql`
      select count(*)::int as count from tickets t where not exists (select 1 from messages m where m.ticket_id = t.id)`)
    expect(without).toEqual({ count: 0 })
  })

  test('timeline events of the demo match the tickets', async () => {
    const wrong = await rows(sql`
      with facts as (
        select ticket_id as id,
          max(at) filter (where kind = 'opened') as opened_at,
          max(at) filter (where kind = 'accepted') as accepted_at,
          max(staff_id::text) filter (where kind = 'accepted') as assignee,
          max(at) filter (where kind = 'first_response') as first_response_at,
          max(at) filter (where kind = 'closed') as closed_at,
          max(staff_id::text) filter (where kind = 'closed') as closer,
          count(*) as events, count(distinct kind) as kinds
        from ticket_events where kind <> 'answered' group by 1)
      select t.id from tickets t left join facts f using (id)
      where (t.opened_at, t.accepted_at, t.assignee_id::text, t.first_response_at, t.closed_at, t.closed_by_id::text)
          is distinct from (f.opened_at, f.accepted_at, f.assignee, f.first_response_at, f.closed_at, f.closer)
        or f.events <> f.kinds`)
    expect(wrong).toEqual([])
  })

  test('the demo has ascending timestamps, none in the future', async () => {
    const wrong = await rows(sql`
      select t.id from tickets t
      where t.last_activity_at > ${now.toISOString()}::timestamptz or t.closed_at > ${now.toISOString()}::timestamptz
        or t.opened_at < ${now.toISOString()}::timestamptz - interval '28 days'
        or t.accepted_at < t.opened_at or t.first_response_at < t.accepted_at or t.closed_at < t.last_activity_at
        or t.opened_at <> (select event_time from messages m where m.ticket_id = t.id and m.seq = 1)
        or exists (select 1 from messages a join messages b on b.ticket_id = a.ticket_id and b.seq = a.seq + 1
          where a.ticket_id = t.id and b.event_time < a.event_time)`)
    expect(wrong).toEqual([])
  })

  test('a demo customer never has two open tickets at the same time', async () => {
    const wrong = await rows(sql`
      select a.id from tickets a join tickets b on b.customer_id = a.customer_id and b.id <> a.id
        and b.opened_at >= a.opened_at and b.opened_at <= coalesce(a.closed_at, 'infinity')`)
    expect(wrong).toEqual([])
  })

  test('every reply of the demo is delivered and was sent by the assignee', async () => {
    const wrong = await rows(sql`
      select m.id from messages m join tickets t on t.id = m.ticket_id left join deliveries d on d.message_id = m.id
      where (m.direction = 'OUT') <> (d.message_id is not null)
        or (m.direction = 'OUT' and (d.state <> 'sent' or m.sender_staff_id is distinct from t.assignee_id))`)
    expect(wrong).toEqual([])
  })

  test('the demo has realistic weeks: quiet nights and weekends, and one bad afternoon', async () => {
    const opened = sql`opened_at at time zone 'Asia/Bangkok'`
    const [busy] = await rows<Record<'night' | 'evening' | 'weekend' | 'workday', number>>(sql`
      select count(*) filter (where extract(hour from ${opened}) < 6)::int as night,
        count(*) filter (where extract(hour from ${opened}) between 17 and 22)::int as evening,
        count(*) filter (where extract(isodow from ${opened}) > 5)::float8 / 8 as weekend,
        count(*) filter (where extract(isodow from ${opened}) < 6)::float8 / 20 as workday
      from tickets where status = 'CLOSED'`)
    expect(busy?.evening).toBeGreaterThan(4 * (busy?.night ?? 0))
    expect(busy?.workday).toBeGreaterThan(1.2 * (busy?.weekend ?? 0))

    // The test's `now` is Saturday 2026-11-21, so the demo's bad afternoon is on Thursday 2026-11-19.
    const isBad = sql`${opened} between '2026-11-19 13:30' and '2026-11-19 16:30'`
    const [bad] = await rows<
      Record<'bad' | 'website' | 'unanswered' | 'others' | 'slow' | 'usual', number>
    >(sql`
      select count(*) filter (where ${isBad})::int as bad,
        count(*) filter (where ${isBad} and subject = ${ISSUE_TYPES.website})::int as website,
        count(*) filter (where ${isBad} and first_response_at is null)::int as unanswered,
        count(*) filter (where not ${isBad} and first_response_at is null)::int as others,
        avg(extract(epoch from accepted_at - opened_at)) filter (where ${isBad})::float8 as slow,
        avg(extract(epoch from accepted_at - opened_at)) filter (where not ${isBad})::float8 as usual
      from tickets where status = 'CLOSED'`)
    expect(bad?.bad).toBeGreaterThanOrEqual(41)
    expect(bad?.website).toBeGreaterThan((bad?.bad ?? 0) / 2)
    expect(bad?.unanswered).toBeGreaterThan(0)
    expect(bad?.others).toBe(0)
    expect(bad?.slow).toBeGreaterThan(4 * (bad?.usual ?? 0))
    expect(await rows(sql`select count(*)::int as count from channel_hours group by channel_key`)).toEqual(
      Array.from({ length: 3 }, () => ({ count: 7 })),
    )
  })

  test('the demo has a comparison period, and many days with different numbers of accepted and closed tickets', async () => {
    const at = sql`${now.toISOString()}::timestamptz`
    const [weeks] = await rows<Record<'last' | 'before', number>>(sql`
      select count(*) filter (where opened_at >= ${at} - interval '14 days')::int as last,
        count(*) filter (where opened_at < ${at} - interval '14 days')::int as before from tickets`)
    expect(weeks).toEqual({ last: 400, before: 310 })
    const days = await rows<Record<'taken' | 'closed' | 'over', number>>(sql`
      with day as (select ${at} at time zone 'Asia/Bangkok' - make_interval(days => ago) as day from generate_series(1, 26) ago),
      of_day as (
        select (accepted_at at time zone 'Asia/Bangkok')::date as taken, (closed_at at time zone 'Asia/Bangkok')::date as closed from tickets)
      select (select count(*) from of_day where taken = day::date)::int as taken,
        (select count(*) from of_day where closed = day::date)::int as closed,
        (select count(*) from of_day where taken < day::date and closed >= day::date)::int as over from day`)
    expect(days.filter(({ taken, closed }) => taken !== closed).length).toBeGreaterThan(8)
    expect(days.filter(({ over }) => over > 0).length).toBeGreaterThan(10)
    expect(Math.max(...days.map(({ over }) => over))).toBeLessThan(8)
  })

  test('demo messages contain no unfilled placeholder', async () => {
    const texts = await rows<{ text: string; kind: string }>(sql`select text, kind from messages`)
    for (const { text, kind } of texts) {
      expect(text).not.toMatch(/[{}|]|undefined/)
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
      expect(kind === 'sticker').toBe(text === '[สติกเกอร์]')
      expect(kind === 'image').toBe(text === '[รูปภาพ]')
    }
    const counts = await rows<{ count: number }>(sql`select distinct last_seq as count from tickets`)
    for (const { count } of counts) expect(count).toBeLessThanOrEqual(15)
  })

  test("the simulator's phones have the demo messages, with the same ids, order and times", async () => {
    const conversations = await rows<{ channel_key: string; user_id: string; messages: unknown }>(sql`
      select t.channel_key, c.line_user_id as user_id, json_agg(json_build_array(m.line_message_id, m.direction,
          case m.kind when 'text' then m.text end, to_char(m.event_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by m.event_time, m.seq) as messages
      from messages m join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id group by 1, 2`)
    expect(conversations.length).toBeGreaterThan(60)
    for (const { channel_key, user_id, messages } of conversations) {
      const query = new URLSearchParams({ channel_key, user_id })
      const response = await fetch(`${simulator.url}/simulator/conversation?${query}`)
      const phone = ((await response.json()) as { messages: Record<string, string>[] }).messages
      expect(phone.map(({ id, direction, text, at }) => [id, direction?.toUpperCase(), text, at])).toEqual(
        messages,
      )
    }
  })

  test('demo images can be fetched from LINE', async () => {
    const slips = await rows<{ channel_key: string; line_message_id: string; state: string }>(sql`
      select d.channel_key, d.line_message_id, d.state from messages m join media d on d.message_id = m.id
        and d.line_message_id = m.line_message_id and d.channel_key = m.channel_key where m.kind = 'image'`)
    const [images] = await rows(sql`select count(*)::int as count from messages where kind = 'image'`)
    expect(images).toEqual({ count: slips.length })
    expect(slips.length).toBeGreaterThan(20)
    expect(slips.every(({ state }) => state === 'pending')).toBe(true)
    const [slip] = slips
    const channel = simulator.world.channels.find(({ key }) => key === slip?.channel_key)
    const response = await fetch(`${simulator.url}/v2/bot/message/${slip?.line_message_id}/content`, {
      headers: { authorization: `Bearer ${channel?.channel_access_token}` },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('each customer message of the demo has a mark-as-read token', async () => {
    const [counts] = await rows(sql`
      select count(*) filter (where direction = 'IN' and (mark_as_read_token is null or quote_token is null))::int as missing,
        count(*) filter (where direction = 'OUT' and mark_as_read_token is not null)::int as too_many from messages`)
    expect(counts).toEqual({ missing: 0, too_many: 0 })
    const [received] = await rows<Record<'channel_key' | 'token' | 'user_id' | 'id', string>>(sql`
      select m.channel_key, m.mark_as_read_token as token, m.line_message_id as id, c.line_user_id as user_id
      from messages m join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
      where m.direction = 'IN' and m.channel_key = 'vip' order by m.event_time desc limit 1`)
    const channel = simulator.world.channels.find(({ key }) => key === received?.channel_key)
    const response = await fetch(`${simulator.url}/v2/bot/chat/markAsRead`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${channel?.channel_access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ markAsReadToken: received?.token }),
    })
    expect(response.status).toBe(200)
    const query = new URLSearchParams({ channel_key: 'vip', user_id: received?.user_id ?? '' })
    const phone = await (await fetch(`${simulator.url}/simulator/conversation?${query}`)).json()
    const messages = (phone as { messages: { id: string; read?: boolean }[] }).messages
    expect(messages.find(({ id }) => id === received?.id)?.read).toBe(true)
  })

  test('a filled desk is not filled again, but the channel credentials are updated', async () => {
    expect(await fillEmptyDesk(database.db, simulator.url, now)).toBe(0)
    await database.db.execute(sql`update channels set secret = 'old'`)
    await connectSimulator(database.db, TEST_ENCRYPTION, simulator.url)
    const channels = await findWebhookCredentials(database.db, TEST_ENCRYPTION)
    expect(channels.map(({ secret }) => secret).toSorted()).toEqual(
      simulator.world.channels.map((each) => each.channel_secret).toSorted(),
    )
  })
})

test('generates the same demo data for the same people and time', async () => {
  const second = await createTestDatabase()
  try {
    await connectSimulator(second.db, TEST_ENCRYPTION, simulator.url)
    await fillEmptyDesk(second.db, simulator.url, now)
    const digest = sql`select md5(string_agg(id::text || ticket_id || text || event_time, ',' order by id)) as digest from messages`
    expect((await second.db.execute(digest)).rows).toEqual(await rows(digest))
  } finally {
    await second.drop()
  }
})
