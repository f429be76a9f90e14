import { setTimeout as pause } from 'node:timers/promises'
import { MAX_COUNTED_CUSTOMERS, WALLBOARD_CACHE_MS } from 'shared/contract/constants.ts'
import { openSession } from '../../server/src/sessions/session.store.ts'
import { hashToken, newToken } from '../../server/src/sessions/session-token.ts'
import { TestSocket } from '../../server/src/testing/test-socket.ts'
import { ACCOUNTS, fillDashboard, QUIET_CHANNELS, RARE_SUBJECT } from './dashboard-data.ts'
import { type StandaloneServer, startStandaloneServer } from './standalone-server.ts'
import { percentile } from './statistics.ts'

const SMALL = 10_000
/** Number of tickets: `pnpm bench dashboard 200000`. With BENCH_DATA_DIR the tickets are created only once. */
const LARGE = Number(process.argv[3] ?? 1_000_000)
const WARM_UP = 5
const ROUNDS = 40
const ONLINE = 40
/** Goal in ms for the p95 of the large data set. */
const WITHIN_MS = 50
/** Maximum ratio of the large data set's median to that of the small data set. */
const GROWTH = 2

interface BenchedCall {
  name: string
  path: string
  /** Pause in ms before each request, so that cached values have expired. */
  after?: number
}

const back = (day: string, days: number) =>
  new Date(Date.parse(day) - (days - 1) * 86_400_000).toISOString().slice(0, 10)

function calls(to: string): BenchedCall[] {
  const days = (count: number) => `from=${back(to, count)}&to=${to}`
  const tickets = (name: string, metric: string, period: number) => ({
    name,
    path: `business/metric-tickets?metric=${metric}&${days(period)}`,
  })
  const agent = 'agent_line_user_id=agent 7'
  const quiet = `channel_key=${QUIET_CHANNELS.join()}`
  return [
    { name: 'overview, 1 day', path: `biz/dashboard?${days(1)}` },
    { name: 'overview, 7 days', path: `biz/dashboard?${days(7)}` },
    { name: 'overview, 30 days', path: `biz/dashboard?${days(30)}` },
    { name: 'overview, 90 days', path: `biz/dashboard?${days(90)}` },
    { name: 'overview, 90 days, one channel', path: `biz/dashboard?${days(90)}&channel_key=oa3` },
    { name: 'overview, 30 days, open hours', path: `biz/dashboard?${days(30)}&hours=business` },
    // This period ends now, so the previous period ends at the same time of day.
    { name: 'overview, 90 days to now', path: 'biz/dashboard?days=90' },
    { name: 'overview, quiet channels', path: `biz/dashboard?${quiet}&days=90` },
    { name: 'overview, 366 days', path: `biz/dashboard?${days(366)}` },
    { name: 'ranking, 7 days', path: `business/agent-ranking?${days(7)}` },
    { name: 'ranking, 90 days', path: `business/agent-ranking?${days(90)}&order_by=first` },
    { name: 'ranking, 366 days', path: `business/agent-ranking?${days(366)}` },
    tickets('tickets handled, 7 days', 'handled', 7),
    tickets('tickets closed, 366 days', 'closed', 366),
    tickets('tickets of a type, 90 days', 'handled&category=อื่นๆ', 90),
    tickets('tickets of a rare type, 366 days', `handled&category=${RARE_SUBJECT}`, 366),
    tickets('tickets of a rare type, one channel', `handled&category=${RARE_SUBJECT}&channel_key=oa3`, 366),
    tickets('tickets of one channel, 366 days', 'closed&channel_key=quiet1', 366),
    tickets('tickets of quiet channels, 366 days', `closed&${quiet}`, 366),
    tickets('tickets of an agent in a channel', `closed&${agent}&channel_key=oa3`, 366),
    tickets('tickets of an agent in a quiet channel', `closed&${agent}&channel_key=quiet1`, 366),
    tickets('slowest tickets, 7 days', 'closed&order=longest', 7),
    tickets('slowest tickets, 366 days', 'closed&order=longest', 366),
    tickets('slowest in a channel, 366 days', 'closed&order=longest&channel_key=oa3', 366),
    tickets('slowest of a type, 366 days', 'handled&order=longest&category=อื่นๆ', 366),
    tickets('slowest of an agent, 366 days', `closed&order=longest&${agent}`, 366),
    tickets('slowest of an agent in a channel', `closed&order=longest&${agent}&channel_key=oa3`, 366),
    tickets('tickets of an agent, 90 days', `closed&${agent}`, 90),
    tickets('answered in a channel, 90 days', 'replied&channel_key=oa3', 90),
    tickets('received in an hour, 366 days', 'incoming&weekday=1&hour=9', 366),
    { name: 'own metrics, 7 days', path: `staff/own-metrics?${days(7)}` },
    { name: 'own metrics, 90 days', path: `staff/own-metrics?${days(90)}` },
    { name: 'own tickets, 90 days', path: `staff/own-metric-tickets?metric=held&${days(90)}` },
    { name: 'live wall', path: 'staff/wallboard', after: WALLBOARD_CACHE_MS },
    { name: 'waiting tickets of the wallboard', path: 'staff/wallboard-tickets' },
    { name: 'open tickets of the wallboard', path: 'staff/wallboard-tickets?metric=open' },
    { name: 'customers', path: 'business/customers' },
    {
      name: 'customers, last page',
      path: `business/customers?page=${Math.min(SMALL, MAX_COUNTED_CUSTOMERS) / 20}`,
    },
    { name: 'customers, VIP', path: 'business/customers?vip=1' },
    { name: 'customers, not VIP, two channels', path: 'business/customers?vip=0&channel_key=oa1,oa4' },
    { name: 'customers, a common name', path: 'business/customers?search=สมชาย' },
    { name: 'customers, a common pair', path: 'business/customers?search=สมชาย ใจดี' },
    { name: 'customers, a rare name', path: 'business/customers?search=ฆฏฐวงศ์' },
    { name: 'customers, one', path: 'business/customers?search=ดี 7777' },
    { name: 'customers, nobody', path: 'business/customers?search=ฌฌฌฌ' },
    { name: 'customers, two letters', path: 'business/customers?search=กิ' },
    { name: 'customers, by LINE id', path: 'business/customers?search=U8f14e45f' },
    { name: 'opening hours', path: 'business/opening-hours' },
  ]
}

export async function bench(): Promise<void> {
  if (!(LARGE > SMALL)) throw new Error(`the number of tickets must be above ${SMALL}`)
  const servers: StandaloneServer[] = []
  const pages: TestSocket[] = []
  try {
    const until: string[] = []
    for (const count of [SMALL, LARGE]) {
      const server = await startStandaloneServer({
        storedAs: `dashboard-${count}`,
        channelKeys: [...ACCOUNTS, ...QUIET_CHANNELS],
      })
      servers.push(server)
      until.push(await fillDashboard(server, count, (line) => console.log(line)))
      await server.asOwner(`update staff set role = 'BUSINESS' where id = '${server.staffId}'`)
      pages.push(...(await connectAgents(server)))
    }
    console.log(
      `ms with ${SMALL.toLocaleString('en')} and ${LARGE.toLocaleString('en')} tickets, ten messages each`,
    )
    const [few, many] = until.map(calls)
    for (const [index, request] of (few ?? []).entries()) {
      const pair = [request, many?.[index] ?? request] as const
      await compare(servers, pair)
    }
  } finally {
    for (const page of pages) page.socket.close()
    for (const server of servers) await server.stop()
  }
}

async function connectAgents(server: StandaloneServer): Promise<TestSocket[]> {
  const { rows } = await server.db.$client.query<{ id: string }>(
    `select assignee_id as id from tickets where status = 'OPEN' and assignee_id is not null group by 1 order by count(*) desc limit $1`,
    [ONLINE],
  )
  const pages: TestSocket[] = []
  for (const { id } of rows) {
    const token = newToken()
    await openSession(server.db, { tokenHash: hashToken(token), staffId: id, now: new Date(), hours: 24 })
    const page = new TestSocket(server.url, token)
    pages.push(page)
    await page.receivesType('hello')
  }
  await pause(WALLBOARD_CACHE_MS)
  const { staff } = JSON.parse(await server.call('/api/staff/wallboard')) as {
    staff: { tickets: { open_count: number }[] }[]
  }
  const tickets = staff
    .flatMap((staffMember) => staffMember.tickets)
    .reduce((sum, { open_count }) => sum + open_count, 0)
  if (staff.length < rows.length)
    throw new Error(`${staff.length} of ${rows.length} staff are on the wallboard`)
  console.log(`${staff.length} staff online, with ${tickets.toLocaleString('en')} open tickets`)
  return pages
}

async function compare(
  servers: readonly StandaloneServer[],
  pair: readonly [BenchedCall, BenchedCall],
): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const side of [0, 1] as const) {
      const took = await timeOf(servers[side] as StandaloneServer, pair[side])
      if (round >= WARM_UP) times[side].push(took)
    }
  const at = (side: 0 | 1, share: number) => percentile(times[side], share)
  const growth = at(1, 0.5) / at(0, 0.5)
  const metrics = [at(0, 0.5), at(0, 0.95), at(1, 0.5), at(1, 0.95)].map((ms) => ms.toFixed(1).padStart(7))
  const [p50, p95, p50Large, p95Large] = metrics
  const missed = [at(1, 0.95) > WITHIN_MS ? 'SLOW' : '', growth > GROWTH ? 'GROWS' : ''].join(' ').trim()
  console.log(
    `${pair[0].name.padEnd(34)} p50 ${p50} p95 ${p95}   p50 ${p50Large} p95 ${p95Large}   ratio ${growth.toFixed(2)} ${missed}`,
  )
}

async function timeOf(server: StandaloneServer, { path, after }: BenchedCall): Promise<number> {
  if (after !== undefined) await pause(after)
  const start = performance.now()
  await server.call(`/api/${path}`)
  return performance.now() - start
}
