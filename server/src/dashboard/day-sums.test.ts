import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTicketRows } from '../testing/plain-rows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const query = async (text: string, values: unknown[] = []) =>
  (await database.db.$client.query(text, values)).rows

test('sums per channel and per month follow every insert, update and delete of daily sums', async () => {
  const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const add = (days: [string, string, number][]) =>
    query(
      `insert into agent_days as total (day, channel_key, staff_id, closed)
       select day::date, 'main', staff_id::uuid, closed::int from json_to_recordset($1::json) d (day text, staff_id text, closed int)
       on conflict (day, channel_key, staff_id) do update set closed = total.closed + excluded.closed`,
      [JSON.stringify(days.map(([day, staff_id, closed]) => ({ day, staff_id, closed })))],
    )
  const rows = async (columns: string, table: string) =>
    (await query(`select concat_ws(' ', ${columns}) as row from ${table} order by 1`)).map(({ row }) => row)
  const byDay = () => rows('day, channel_key, closed', 'channel_days')
  const byMonth = () => rows('month, right(staff_id::text, 1), closed', 'agent_months')

  await add([
    ['2026-01-31', one, 3],
    ['2026-02-01', one, 4],
    ['2026-02-01', two, 5],
  ])
  await query(
    `insert into subject_days (day, channel_key, subject, handled) values ('2026-02-01', 'main', 'อื่นๆ', 6), ('2026-02-28', 'main', 'อื่นๆ', 1)`,
  )
  await query(
    `insert into incoming_hours (day, channel_key, hour, messages) values ('2026-02-01', 'main', 9, 6), ('2026-02-08', 'main', 9, 1), ('2026-02-09', 'main', 9, 2)`,
  )
  expect(await byDay()).toEqual(['2026-01-31 main 3', '2026-02-01 main 9'])
  expect(await byMonth()).toEqual(['2026-01-01 1 3', '2026-02-01 1 4', '2026-02-01 2 5'])
  expect(await rows('month, subject, handled', 'subject_months')).toEqual(['2026-02-01 อื่นๆ 7'])
  expect(await rows('month, weekday, hour, messages', 'incoming_months')).toEqual([
    '2026-02-01 0 9 7',
    '2026-02-01 1 9 2',
  ])

  // This single SQL statement inserts new rows and updates existing rows.
  await add([
    ['2026-02-01', one, -1],
    ['2026-02-14', one, 10],
    ['2026-03-01', two, 2],
  ])
  await query(`delete from agent_days where staff_id = '${two}' and day < '2026-03-01'`)
  expect(await byDay()).toEqual([
    '2026-01-31 main 3',
    '2026-02-01 main 3',
    '2026-02-14 main 10',
    '2026-03-01 main 2',
  ])
  expect(await byMonth()).toEqual(['2026-01-01 1 3', '2026-02-01 1 13', '2026-02-01 2 0', '2026-03-01 2 2'])
})

test('metrics of a ticket are recomputed only after a message, an event, or a change of a sent delivery', async () => {
  await addTicketRows(database.db.$client, 3)
  const due = async () => {
    const gone = await query(
      'delete from case_figures_due returning ticket_id = (select id from tickets) as known',
    )
    return gone.map(({ known }) => known)
  }
  expect(await due()).toEqual([true])
  await query(
    `insert into ticket_events (ticket_id, channel_key, kind, at) select id, 'main', 'opened', now() from tickets`,
  )
  expect(await due()).toEqual([true])
  await query(
    `insert into deliveries (message_id, ticket_id, customer_id, channel_key, seq)
     select m.id, t.id, t.customer_id, 'main', seq from messages m join tickets t on t.id = m.ticket_id where seq < 3`,
  )
  await query(`update deliveries set state = 'sending'`)
  expect(await due()).toEqual([])
  await query(`update deliveries set state = 'sent' where seq = 1`)
  expect(await due()).toEqual([true])
  await query(`update deliveries set state = 'failed' where seq = 1`)
  expect(await due()).toEqual([true])
  await query(`update deliveries set state = 'failed', attempts = 2`)
  expect(await due()).toEqual([])
})
