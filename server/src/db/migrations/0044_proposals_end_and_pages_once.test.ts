import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('of two texts of one page the one read last stays it, and what was declined goes with its question', async () => {
  const database = await createDatabaseAt('0043_questions_by_group')
  const { owner } = database
  const propose = (seq: number, status: string) =>
    owner.query(
      `insert into knowledge_proposals (id, ticket_id, channel_key, question_message_ids, questions, answer, status, proposed_by_id, proposed_at)
       select gen_random_uuid(), m.ticket_id, 'main', array[m.id], 'ถาม ' || seq, 'ตอบ', $2, s.id, now() from messages m, staff s
       where seq = $1`,
      [seq, status],
    )
  try {
    await addAnsweredTicket(owner, 4)
    await owner.query(`update messages set direction = 'IN', text = 'ถาม ' || seq, sort_at = now()`)
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await propose(1, 'declined')
    await propose(2, 'declined')
    await propose(3, 'accepted')
    await owner.query(`update messages set unsent_at = now() where seq = 1`)
    await owner.query(
      `insert into knowledge_entries (source, text, content_hash, url, url_read_at, created_at, updated_at, removed_at)
       select 'ทั่วไป', 'หน้า ' || n, decode(lpad(n::text, 2, '0'), 'hex'), 'https://example.com/a', now() - make_interval(days => n),
         now(), now(), case when n = 1 then now() end
       from generate_series(1, 3) n`,
    )
    await database.migrate({ until: '0044_proposals_end_and_pages_once' })
    expect((await owner.query('select text, url from knowledge_entries order by text')).rows).toEqual([
      { text: 'หน้า 1', url: 'https://example.com/a' },
      { text: 'หน้า 2', url: 'https://example.com/a' },
      { text: 'หน้า 3', url: null },
    ])
    await expect(
      owner.query(`update knowledge_entries set url = 'https://example.com/a' where text = 'หน้า 3'`),
    ).rejects.toThrow('duplicate key')

    const proposals = async () =>
      (await owner.query('select status, questions from knowledge_proposals order by question_message_ids'))
        .rows
    expect(await proposals()).toHaveLength(3)
    expect(await proposals()).toEqual(
      expect.arrayContaining([
        { status: 'withdrawn', questions: null },
        { status: 'declined', questions: 'ถาม 2' },
        { status: 'accepted', questions: 'ถาม 3' },
      ]),
    )
    await owner.query(`update messages set unsent_at = now() where seq in (2, 3)`)
    expect((await proposals()).map(({ status }) => status).sort()).toEqual([
      'accepted',
      'withdrawn',
      'withdrawn',
    ])
  } finally {
    await database.drop()
  }
})
