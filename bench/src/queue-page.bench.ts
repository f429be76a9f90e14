import { fillReads, fillTickets } from '../../server/src/testing/fill-tickets.ts'
import { type StandaloneServer, startStandaloneServer } from './standalone-server.ts'
import { percentile } from './statistics.ts'

const SMALL = 10_000
/** Number of tickets of the large desk, for example `pnpm bench queue-page 1000000`. */
const LARGE = Number(process.argv[3] ?? 200_000)
const WARM_UP = 10
const ROUNDS = 60
/** Share of tickets that are open, on the small and on the large desk. */
const OPEN_SHARE = 0.02

const VIEWS: [string, string][] = [
  ['queue, longest wait first', 'status=OPEN&order=waiting_since'],
  ['queue, newest first', 'status=OPEN&order=-opened_at'],
  ['queue, last active first', 'status=OPEN&order=-last_activity_at'],
  ['queue of one channel', 'status=OPEN&order=waiting_since&channel_key=main'],
  ['queue with closed tickets', 'order=waiting_since'],
  ['unread only', 'status=OPEN&unread_only=1&order=waiting_since'],
  ['unassigned only', 'status=OPEN&unassigned=1&order=opened_at'],
  ['my closed tickets', 'assignee=me&status=CLOSED&order=-closed_at'],
  ['search by name', 'search=กิตติ 29'],
  ['search by two letters', 'search=กิ'],
  ['closed tickets, page 20', 'status=CLOSED&order=-closed_at&page=20'],
]
const NEARLY_ALL_READ: [string, string] = [
  'unread only, nearly all read',
  'status=OPEN&unread_only=1&order=waiting_since',
]

export async function bench(): Promise<void> {
  if (!(LARGE > SMALL)) throw new Error(`the number of tickets must be above ${SMALL}`)
  const [small, large] = [
    await startStandaloneServer({ storedAs: `tickets-${SMALL}` }),
    await startStandaloneServer({ storedAs: `tickets-${LARGE}` }),
  ]
  try {
    await fill(small, SMALL)
    await fill(large, LARGE)
    console.log(
      `median ms per page with ${SMALL} and with ${LARGE} tickets, ${OPEN_SHARE * 100} % of them open`,
    )
    for (const view of VIEWS) await compare(small, large, view)
    for (const server of [small, large]) await readNearlyAll(server)
    await compare(small, large, NEARLY_ALL_READ)
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function compare(
  small: StandaloneServer,
  large: StandaloneServer,
  [name, query]: [string, string],
): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const pair = [await timeOf(small, query), await timeOf(large, query)] as const
    if (round >= WARM_UP) for (const side of [0, 1] as const) times[side].push(pair[side])
  }
  const [few, many] = [percentile(times[0], 0.5), percentile(times[1], 0.5)]
  const metrics = `${few.toFixed(1).padStart(6)} ${many.toFixed(1).padStart(6)}   ratio ${(many / few).toFixed(2)}`
  console.log(`${name.padEnd(28)} ${metrics}`)
}

async function fill(server: StandaloneServer, count: number): Promise<void> {
  const staffIds = [server.staffId]
  const stats = await server.countRows('tickets')
  if (stats === count) await fillReads(server.db, server.staffId)
  else if (stats > 0) throw new Error(`the stored data has ${stats} tickets instead of ${count}: remove it`)
  else await fillTickets(server.db, { count, channelKeys: ['main'], staffIds, openShare: OPEN_SHARE })
  await server.asOwner('vacuum analyze')
}

async function readNearlyAll(server: StandaloneServer): Promise<void> {
  await server.db.$client.query(
    `insert into ticket_reads (ticket_id, staff_id, seq)
     select id, $1, last_seq from tickets where status = 'OPEN' order by id offset 30
     on conflict (ticket_id, staff_id) do update set seq = excluded.seq`,
    [server.staffId],
  )
  await server.db.$client.query(
    `delete from ticket_reads where staff_id = $1 and ticket_id in
       (select id from tickets where status = 'OPEN' order by id limit 30)`,
    [server.staffId],
  )
  await server.asOwner('vacuum analyze ticket_reads')
}

async function timeOf(server: StandaloneServer, query: string): Promise<number> {
  const start = performance.now()
  const page = await server.call(`/api/staff/tickets?page_size=20&${query}`)
  const { items } = JSON.parse(page) as { items: unknown[] }
  if (items.length === 0) throw new Error(`${query} returned no rows`)
  return performance.now() - start
}
