import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTicketRows } from '../testing/plain-rows.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  await addTicketRows(database.db.$client, 5)
})
afterEach(() => database.drop())

const query = async (text: string, values: unknown[] = []) =>
  (await database.db.$client.query(text, values)).rows
const unsend = (seq: number) => query(`update messages set unsent_at = now() where seq = $1`, [seq])

test("a question group counts its questions, replaces a deleted question's key, and is deleted with the last question", async () => {
  await query(
    `insert into knowledge_question_groups (last_asked_at, checked_log, checked_at) values (now(), 0, now())`,
  )
  const add = (seq: number) =>
    query(
      `insert into knowledge_questions (message_id, group_id, channel_key, key, asked_at)
       select m.id, g.id, 'main', m.text, now() + make_interval(secs => $1) from messages m, knowledge_question_groups g
       where seq = $1`,
      [seq],
    )
  const groups = () => query('select asked, key from knowledge_question_groups')
  for (const seq of [1, 2, 3]) await add(seq)
  expect(await groups()).toEqual([{ asked: 3, key: 'ข้อความ 1' }])
  await unsend(2)
  expect(await groups()).toEqual([{ asked: 2, key: 'ข้อความ 1' }])
  await unsend(1)
  expect(await groups()).toEqual([{ asked: 1, key: 'ข้อความ 3' }])
  await query('delete from messages where seq = 3')
  expect(await groups()).toEqual([])
})

test('an unsent question is removed from pending and declined proposals, and stays in accepted ones', async () => {
  const statuses = ['pending', 'declined', 'accepted', 'declined']
  for (const [index, status] of statuses.entries())
    await query(
      `insert into knowledge_proposals (id, ticket_id, channel_key, question_message_ids, questions, answer, reason, status, proposed_by_id, proposed_at)
       select gen_random_uuid(), m.ticket_id, 'main', array[m.id], 'ถาม ' || seq, 'ตอบ', 'เหตุผล', $2, s.id, now() + make_interval(secs => $1)
       from messages m, staff s where seq = $1`,
      [index + 1, status],
    )
  for (const seq of [1, 2, 3]) await unsend(seq)
  const withdrawn = { status: 'withdrawn', questions: null, answer: null, reason: null }
  const stored = { answer: 'ตอบ', reason: 'เหตุผล' }
  expect(
    await query('select status, questions, answer, reason from knowledge_proposals order by proposed_at'),
  ).toEqual([
    withdrawn,
    withdrawn,
    { status: 'accepted', questions: 'ถาม 3', ...stored },
    { status: 'declined', questions: 'ถาม 4', ...stored },
  ])
})
