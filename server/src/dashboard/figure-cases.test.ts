import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { type FigurePage, figureCasesStatement, readFilledDays } from './figure-cases.store.ts'

const desk = useTestDesk()
const [LIMIT, DAYS, A_DAY] = [21, 300, 40]

/** 40 cases a day of a common type; of a rare one two on the first day and one each on the fiftieth and the last but one. */
beforeAll(async () => {
  const { staffId } = await desk.signInAs()
  await desk.query(
    `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
     select md5(day || ' ' || n)::uuid, 'handled', $1, day, 'main',
       case when (day, n) in (('2026-01-01', 1), ('2026-01-01', 2), ('2026-02-19', 1), ('2026-10-26', 1)) then 'rare' else 'common' end,
       day::timestamp at time zone 'Asia/Bangkok' + n * interval '30 minutes', 1
     from generate_series(1, $2::int) n, (select '2026-01-01'::date + d as day from generate_series(0, $3::int - 1) d) days`,
    [staffId, A_DAY, DAYS],
  )
  await desk.query(
    `insert into subject_days (day, channel_key, subject, handled)
     select day, channel_key, subject, count(*) from case_figures group by day, channel_key, subject`,
  )
  await queryOnce(desk.database.ownerAddress, 'vacuum analyze case_figures')
})

const listOf = (category: string, after?: FigurePage['after']) => {
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const wanted = {
    figure: 'handled',
    staffId: undefined,
    category,
    period,
    scope,
    isOpenTime: false,
    today: '2026-12-31',
  } as const
  const page = { after, limit: LIMIT }
  return inTransaction(desk.context.db, async (tx) => {
    const days = await readFilledDays(tx, wanted, page)
    const reads = await readsOf(tx, 'case_figures', figureCasesStatement(wanted, page, days))
    return { days, read: reads.reduce((sum, { rows }) => sum + rows, 0) }
  })
}
const after = (at: string) => {
  const none = '00000000-0000-0000-0000-000000000000'
  return { at: new Date(at), ticketId: none, staffId: none }
}

test('the cases of a rare type are looked for on the days that have some', async () => {
  const first = await listOf('rare')
  expect(first.days).toEqual(['2026-10-26', '2026-02-19', '2026-01-01'])
  expect(first.read).toBeLessThanOrEqual(3 * A_DAY)
  const last = await listOf('rare', after('2026-02-18T17:30:00.000Z'))
  expect(last.days).toEqual(['2026-02-19', '2026-01-01'])
  expect(last.read).toBeLessThanOrEqual(2 * A_DAY)
  expect((await listOf('rare', after('2025-12-31T17:00:00.000Z'))).days).toEqual(['2026-01-01'])
  expect((await listOf('none')).days).toEqual([])
})

test('those of a common one on the latest that have enough', async () => {
  const first = await listOf('common')
  expect(first.days).toEqual(['2026-10-27'])
  expect(first.read).toBeLessThanOrEqual(A_DAY)
  // What is left of a day that was begun may be nothing.
  const next = await listOf('common', after('2026-06-09T17:30:00.000Z'))
  expect(next.days).toEqual(['2026-06-10', '2026-06-09'])
})
