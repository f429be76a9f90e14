import { beforeAll, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { randomHistory, storeHistories } from '../testing/ticket-histories.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { projectSkippingFailed } from './metric-projector.ts'
import { projectNewest, projectTickets, retryFailedTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
let manager: { authorization: string }
const CASES = 120

beforeAll(async () => {
  const { staffId } = await desk.signInAs()
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  const random = new SeededRandom(3)
  const world = {
    channelKeys: ['main'],
    staffIds: [staffId],
    until: new Date('2026-03-01T00:00:00+07:00'),
    days: 9,
  }
  await storeHistories(
    desk.context.db.$client,
    Array.from({ length: CASES }, () => randomHistory(random, world)),
  )
})

const isCounting = async () => {
  const path = 'biz/dashboard?from=2026-02-20&to=2026-03-01'
  const response = await desk.app.inject({ url: `/api/${path}`, headers: manager })
  return (response.json() as { overview: { is_counting: boolean } }).overview.is_counting
}
const counted = () => desk.query('select distinct ticket_id from case_figures')

test('the projector sets aside and reports a ticket whose metrics cannot be computed, and processes the others', async () => {
  const { db } = desk.context
  const [bad] = await desk.query<{ id: string }>('select id from tickets order by id offset 70 limit 1')
  await desk.query(
    `insert into ticket_events (ticket_id, channel_key, kind, at, data) values ($1, 'main', 'transferred', now(), '{"to": "nobody"}')`,
    [bad?.id],
  )
  const aside: string[] = []
  for (let taken: number | undefined = 50; taken === 50; )
    taken = await projectSkippingFailed(db, 50, (_, ticketId) => aside.push(ticketId))
  expect(new Set(aside)).toEqual(new Set([bad?.id]))
  const ids = (await counted()).map(({ ticket_id: id }) => id)
  expect(ids.length).toBeGreaterThan(CASES / 2)
  expect(ids).not.toContain(bad?.id)

  // Until the ticket's metrics can be computed, the dashboard reports that its metrics are incomplete.
  expect(await isCounting()).toBe(false)
  await desk.query(`update case_figures_due set noted_at = now() - interval '11 seconds'`)
  expect(await isCounting()).toBe(true)
  await desk.query(`delete from ticket_events where data ->> 'to' = 'nobody'`)
  expect(await projectTickets(db, 50)).toBe(0)
  await retryFailedTickets(db)
  while ((await projectTickets(db, 50)) !== 0);
  expect(await projectNewest(db)).toBeUndefined()
  expect(await isCounting()).toBe(false)
  const again = (await counted()).map(({ ticket_id: id }) => id)
  expect(again).toContain(bad?.id)
})

test('the projector sets the newest due row aside only when computing its ticket fails', async () => {
  const { db } = desk.context
  await desk.query('insert into case_figures_due (ticket_id) select id from tickets order by id limit 1')
  expect(await projectNewest(db)).toBeUndefined()
  expect(await desk.query('select id from case_figures_due')).toEqual([])
})

test('the projector sets no ticket aside when the database itself fails', async () => {
  const { db } = desk.context
  await desk.query('insert into case_figures_due (ticket_id) select id from tickets limit 1')
  await expect(
    projectSkippingFailed({ transaction: () => Promise.reject(new Error('away')) } as never, 50, () => {
      throw new Error('nothing is put aside')
    }),
  ).rejects.toThrow()
  expect(await projectSkippingFailed(db, 50, () => undefined)).toBe(1)
})

test('only a request for metrics within opening hours reports that durations are being recomputed', async () => {
  await desk.query(`insert into channel_recounts (channel_key) values ('main')`)
  expect(await isCounting()).toBe(false)
  const path = 'business/agent-ranking?from=2026-02-20&to=2026-03-01&hours=business'
  const response = await desk.app.inject({ url: `/api/${path}`, headers: manager })
  expect(response.json()).toMatchObject({ is_counting: true })
})
