import { MAX_WALLBOARD_COUNT, MAX_WALLBOARD_STAFF_TICKETS } from 'shared/contract/constants.ts'
import {
  listWallboardTickets,
  WALLBOARD_METRICS,
} from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { countWallboard } from './wallboard.store.ts'
import { wallboardTicketsPageStatement } from './wallboard-tickets.store.ts'

const desk = useTestDesk()
type TestStaff = Awaited<ReturnType<typeof desk.signInAs>>
let looker: TestStaff
let ofShop: TestStaff
let agents: TestStaff[]

interface RandomTicket {
  channelKey: string
  assigneeId: string | null
  openedAt: Date
  waitingSince: Date | null
  isOpen: boolean
}

/** Returns random tickets in all states, many of them with the same times. */
function randomTickets(random: SeededRandom, count: number): RandomTicket[] {
  const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))
  return Array.from({ length: count }, () => ({
    channelKey: random.pick(['main', 'shop', 'gone']),
    assigneeId: random.chance(0.5) ? random.pick(agents).staffId : null,
    openedAt: minute(random.whole(0, 20)),
    waitingSince: random.chance(0.6) ? minute(random.whole(0, 20)) : null,
    isOpen: random.chance(0.85),
  }))
}

async function store(tickets: readonly RandomTicket[]): Promise<void> {
  await desk.query(
    `with wanted as (select gen_random_uuid() as line_user, * from jsonb_to_recordset($1::jsonb)
       as c ("channelKey" text, "assigneeId" uuid, "openedAt" timestamptz, "waitingSince" timestamptz, "isOpen" boolean)),
     added as (insert into customers (channel_key, line_user_id) select "channelKey", 'U' || line_user from wanted returning id, line_user_id)
     insert into tickets (channel_key, customer_id, subject, assignee_id, opened_at, last_activity_at, waiting_since, status, closed_at)
     select "channelKey", p.id, 'อื่นๆ', "assigneeId", "openedAt", "openedAt", case when "isOpen" then "waitingSince" end,
       (case when "isOpen" then 'OPEN' else 'CLOSED' end)::ticket_status, case when not "isOpen" then "openedAt" end
     from wanted join added p on p.line_user_id = 'U' || line_user`,
    [JSON.stringify(tickets)],
  )
}

beforeAll(async () => {
  await desk.addChannel('shop')
  await desk.addChannel('gone')
  looker = await desk.signInAs()
  ofShop = await desk.signInAs({ channelKeys: ['shop'] })
  agents = await Promise.all(Array.from({ length: 3 }, () => desk.signInAs()))
  await desk.query(`update channels set removed_at = now() where key = 'gone'`)
})

const get = async ({ headers }: TestStaff, path: string) =>
  (await desk.app.inject({ url: `/api/staff/${path}`, headers })).json()

async function listed(staffMember: TestStaff, query: string, limit = 7) {
  const items: {
    ticket_id: string
    channel: string
    waiting_since: string | null
    assignee: string | undefined
  }[] = []
  const totals = new Set<number>()
  for (let cursor = ''; ; ) {
    const page = listWallboardTickets.response.parse(
      await get(staffMember, `wallboard-tickets?${query}&limit=${limit}${cursor}`),
    )
    expect(page.items.length).toBeLessThanOrEqual(limit)
    items.push(
      ...page.items.map((item) => ({
        ticket_id: item.ticket_id,
        channel: item.channel.key,
        waiting_since: item.waiting_since,
        assignee: item.assigned_to?.id,
      })),
    )
    totals.add(page.total)
    if (page.cursor === null) return { items, totals: [...totals], has_more: page.has_more }
    cursor = `&cursor=${page.cursor}`
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const COUNTS = {
  waiting: 'waiting_count',
  unassigned: 'waiting_unassigned_count',
  open: 'open_count',
} as const

describe.each([1, 2, 3])('wallboard after history %i', (seed) => {
  beforeAll(() => store(randomTickets(new SeededRandom(seed), 60)))

  test.each(WALLBOARD_METRICS)(
    'the ticket list of the wallboard count %s contains each counted ticket once',
    async (metric) => {
      const wallboard = await countWallboard(desk.context.db, [], desk.context.now())
      for (const [staffMember, where, keys] of [
        [looker, '', ['main', 'shop']],
        [looker, '&channel_key=main', ['main']],
        [ofShop, '', ['shop']],
        [looker, '&channel_key=gone', []],
      ] as const) {
        const channels = wallboard.channels.filter(({ key }) => keys.includes(key as never))
        const number = sum(channels.map((row) => row[COUNTS[metric]]))
        const { items, totals, has_more } = await listed(staffMember, `metric=${metric}${where}`)
        expect(number > 0).toBe(keys.length > 0)
        expect(totals).toEqual([number])
        expect(new Set(items.map((item) => item.ticket_id)).size).toBe(number)
        expect(has_more).toBe(false)
        expect(items.every(({ channel }) => keys.includes(channel as never))).toBe(true)
        const since = items.map((item) => item.waiting_since ?? '9')
        expect(since).toEqual(since.toSorted())
        if (metric !== 'open') expect(since).not.toContain('9')
        if (metric === 'unassigned')
          expect(items.filter(({ assignee }) => assignee !== undefined)).toEqual([])
      }
    },
  )

  test('the list of a staff member has as many tickets as the wallboard counts', async () => {
    const { staff } = await countWallboard(
      desk.context.db,
      agents.map(({ staffId }) => staffId),
      desk.context.now(),
    )
    for (const [staffMember, keys] of [
      [looker, ['main', 'shop']],
      [ofShop, ['shop']],
    ] as const)
      for (const { staff_member: agent, tickets } of staff) {
        const { items, totals } = await listed(staffMember, `metric=open&staff_id=${agent.id}`)
        const theirs = tickets.filter(({ channel_key: key }) => keys.includes(key as never))
        expect(totals).toEqual([sum(theirs.map(({ open_count }) => open_count))])
        expect(items.length).toBe(totals[0])
        expect(
          items.every(({ assignee, channel }) => assignee === agent.id && keys.includes(channel as never)),
        ).toBe(true)
      }
  })
})

test('the list of wallboard tickets returns `forbidden_channel` without access, and no tickets for unknown staff', async () => {
  expect((await get(ofShop, 'wallboard-tickets?channel_key=main')).code).toBe('forbidden_channel')
  expect(
    (await get(looker, 'wallboard-tickets?metric=waiting&staff_id=7d1f5a3c-2a0b-4c9e-8d52-000000000001'))
      .code,
  ).toBe('invalid_request')
  expect(
    await get(looker, 'wallboard-tickets?metric=open&staff_id=7d1f5a3c-2a0b-4c9e-8d52-000000000001'),
  ).toMatchObject({
    items: [],
    total: 0,
    has_more: false,
    cursor: null,
  })
})

test('wallboard lists read and return at most as many tickets as the wallboard counts', async () => {
  const { db } = desk.context
  await desk.addChannel('busy')
  const staffIds = agents.map(({ staffId }) => staffId)
  await fillTickets(db, { count: 18_000, channelKeys: ['busy'], staffIds, openShare: 0.4 })
  await queryOnce(desk.database.ownerAddress, 'vacuum analyze tickets')
  for (const metric of WALLBOARD_METRICS) {
    const { items, totals, has_more } = await listed(looker, `metric=${metric}&channel_key=busy`, 100)
    expect(totals).toEqual([items.length])
    expect(items.length).toBeGreaterThan(100)
    expect(items.length).toBeLessThanOrEqual(MAX_WALLBOARD_COUNT)
    expect(has_more).toBe(true)
  }
  const [, staffId] = staffIds
  const theirs = await listed(looker, `metric=open&staff_id=${staffId}`, 100)
  expect(theirs).toMatchObject({ totals: [theirs.items.length], has_more: true })
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const after = { waitingSince: null, openedAt: new Date(), ticketId: '00000000-0000-0000-0000-000000000000' }
  for (const index of [undefined, after])
    for (const [of, bound] of [
      [{ metric: 'waiting', scope, staffId: undefined }, 3 * MAX_WALLBOARD_COUNT],
      [{ metric: 'unassigned', scope, staffId: undefined }, 3 * MAX_WALLBOARD_COUNT],
      [{ metric: 'open', scope, staffId: undefined }, 3 * MAX_WALLBOARD_COUNT],
      [{ metric: 'open', scope, staffId }, MAX_WALLBOARD_STAFF_TICKETS],
    ] as const) {
      const reads = await readsOf(
        db,
        'tickets',
        wallboardTicketsPageStatement(of, { after: index, limit: 51 }),
      )
      expect(reads.map(({ type }) => type)).not.toContain('Seq Scan')
      expect(reads.reduce((total, { rows }) => total + rows, 0)).toBeLessThanOrEqual(bound)
    }
})
