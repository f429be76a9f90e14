import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../db/client.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { replay, summed, sumsOfSums, withoutZeros } from '../testing/replayed-metrics.ts'
import {
  randomHistory,
  settleDeliveries,
  storeEvents,
  storeHistories,
  storeMessages,
  type TicketHistory,
} from '../testing/ticket-histories.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { rebuildMetrics, recomputeSums } from './rebuild-metrics.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
const channelKeys = ['main', 'vip']
const CASES = 300
const WAVES = 6
let staffIds: string[] = []
/** Database connection of a second server, which this test simulates. */
let other: Db

beforeAll(async () => {
  await desk.addChannel('vip')
  staffIds = await Promise.all(Array.from({ length: 4 }, async () => (await desk.signInAs()).staffId))
  other = openDatabase(desk.database.address, { poolSize: 4 })
})
afterAll(() => other?.$client.end())

/** Returns random ticket histories: the beginning of each, and the remaining events in batches. */
function splitIntoWaves(seed: number) {
  const random = new SeededRandom(seed)
  // With so many days, most daily sums have no row yet when an event arrives, so that inserts are tested too.
  const world = { channelKeys, staffIds, until: new Date('2026-03-01T00:00:00+07:00'), days: 300 }
  const histories = Array.from({ length: CASES }, () => randomHistory(random, world))
  const portions = histories.map((history) => {
    const cut = <T>(items: readonly T[]) => {
      const waveEnds = Array.from({ length: WAVES }, () => random.whole(0, items.length)).toSorted(
        (a, b) => a - b,
      )
      return [...waveEnds, items.length].map((end, wave) =>
        items.slice(wave === 0 ? 0 : waveEnds[wave - 1], end),
      )
    }
    const ofTicket = { ticketId: history.id, channelKey: history.channelKey }
    // Each delivery first gets a random state; the metrics must count its final state.
    const texts = history.messages.map((message) => ({
      ...message,
      delivery: message.delivery === null ? null : random.pick(['queued', 'sent', 'failed'] as const),
    }))
    return {
      ofTicket,
      events: cut(history.events),
      messages: cut(texts),
    }
  })
  const early: TicketHistory[] = histories.map((history, index) => ({
    ...history,
    events: portions[index]?.events[0] ?? [],
    messages: portions[index]?.messages[0] ?? [],
  }))
  const late = Array.from({ length: WAVES }, (_, wave) => ({
    events: portions.flatMap(({ ofTicket, events }) =>
      (events[wave + 1] ?? []).map((each) => ({ ...each, ...ofTicket })),
    ),
    messages: portions.flatMap(({ ofTicket, messages }) =>
      (messages[wave + 1] ?? []).map((each) => ({ ...each, ...ofTicket })),
    ),
  }))
  return { histories, early, late, final: histories.flatMap(({ messages }) => messages) }
}

/** Writes the remaining events and the deliveries. Meanwhile, runs the functions in `concurrentWork` until all are written. */
async function writeWhileRunning(
  { late, final }: ReturnType<typeof splitIntoWaves>,
  concurrentWork: readonly ((hasEnded: () => boolean) => Promise<void>)[],
): Promise<void> {
  const pool = desk.context.db.$client
  let hasEnded = false
  const write = async () => {
    try {
      for (const { events, messages } of late) {
        await Promise.all([storeEvents(pool, events), storeMessages(pool, messages)])
        await settleDeliveries(
          pool,
          final.filter(({ id }) => messages.some((message) => message.id === id)),
        )
      }
      await settleDeliveries(pool, final)
    } finally {
      hasEnded = true
    }
  }
  await Promise.all([write(), ...concurrentWork.map((work) => work(() => hasEnded))])
}

const projectOn = (db: Db, seed: number) => async (hasEnded: () => boolean) => {
  const random = new SeededRandom(seed)
  while (!hasEnded()) await projectTickets(db, random.whole(1, 90))
}

async function expectMetrics(histories: readonly TicketHistory[]): Promise<void> {
  while ((await projectTickets(desk.context.db, 700)) !== 0);
  expect(await summed(desk.query)).toEqual(withoutZeros(replay(histories)))
  const { storedSums, right } = await sumsOfSums(desk.query)
  expect(storedSums).toEqual(right)
}

const all: TicketHistory[] = []

test('metrics count late events, messages and deliveries once when two servers run projectors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const world = splitIntoWaves(seed)
      await storeHistories(desk.context.db.$client, world.early)
      await writeWhileRunning(world, [projectOn(desk.context.db, seed + 1), projectOn(other, seed + 2)])
      all.push(...world.histories)
      await expectMetrics(all)
    }),
    { numRuns: 4, endOnFailure: true },
  )
}, 240_000)

test.each([
  ['figures', rebuildMetrics],
  ['sums', recomputeSums],
])(
  'a rebuild during writes and projector runs computes correct %s, even if the stored values were wrong',
  async (_, makeAgain) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const world = splitIntoWaves(seed)
        await storeHistories(desk.context.db.$client, world.early)
        await desk.query('update agent_days set closed = closed + 7, replies = 0')
        await desk.query('delete from incoming_hours where hour < 5')
        await writeWhileRunning(world, [() => makeAgain(other), projectOn(desk.context.db, seed + 1)])
        all.push(...world.histories)
        await expectMetrics(all)
      }),
      { numRuns: 2, endOnFailure: true },
    )
  },
  240_000,
)
