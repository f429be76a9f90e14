import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTicketRows } from '../testing/plain-rows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { projectMessages } from './message-search-projection.store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const query = async (text: string) => (await database.db.$client.query(text)).rows
const project = async (limit: number) => {
  while ((await projectMessages(database.db, limit)) > 0);
}
const norms = async () =>
  (await query('select norm from message_search order by norm')).map(({ norm }) => norm)

test('added and changed messages are indexed by month, newest first; unsent and deleted ones are removed', async () => {
  await addTicketRows(database.db.$client, 5)
  await query(`delete from messages`)
  await project(10)
  await query(
    `insert into messages (ticket_id, channel_key, seq, direction, kind, text, event_time, sort_at)
     select id, 'main', n, 'IN', 'text', 'เเบงค์ ' || n, now(), ('2025-0' || n || '-15')::timestamptz from tickets, generate_series(1, 5) n`,
  )
  expect(await projectMessages(database.db, 2)).toBe(2)
  expect(await norms()).toEqual(['แบงค์ 4', 'แบงค์ 5'])
  await project(2)
  expect(await norms()).toEqual([1, 2, 3, 4, 5].map((n) => normalizeForSearch(`เเบงค์ ${n}`)))
  const partitions = await query(`select count(distinct tableoid)::int as n from message_search`)
  expect(partitions).toEqual([{ n: 5 }])

  await query(`update messages set text = 'ยกเลิกข้อความแล้ว', unsent_at = now() where seq = 1`)
  await query(`update messages set text = 'ใหม่' where seq = 2`)
  await query('delete from messages where seq = 3')
  // The old text must not be found any more, even before the new text is indexed.
  expect(await norms()).toEqual(['แบงค์ 4', 'แบงค์ 5'])
  await project(10)
  expect(await norms()).toEqual(['แบงค์ 4', 'แบงค์ 5', 'ใหม่'])
})

test('two servers that update the search index concurrently index each message once', async () => {
  await addTicketRows(database.db.$client, 3_000)
  await Promise.all([project(200), project(200)])
  expect(
    await query(
      `select count(*)::int as rows, (select count(*)::int from message_search_due) as due,
         count(*) filter (where m.text = s.norm)::int as right from message_search s join messages m on m.id = s.message_id`,
    ),
  ).toEqual([{ rows: 3_000, due: 0, right: 3_000 }])
})
