import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('groups of before are known by the words of their first question, and by none that was taken back', async () => {
  const database = await createDatabaseAt('0042_knowledge_pages_and_vectors')
  const { owner } = database
  const groups = async () =>
    (await owner.query('select asked, key, dismissed_channels from knowledge_question_groups')).rows
  const add = (seq: number) =>
    owner.query(
      `insert into knowledge_questions (message_id, group_id, channel_key, key, asked_at)
       select m.id, g.id, 'main', m.text, now() + make_interval(secs => $1) from messages m, knowledge_question_groups g
       where seq = $1`,
      [seq],
    )
  try {
    await addAnsweredTicket(owner, 4)
    await owner.query(`update messages set direction = 'IN', text = 'ถาม ' || seq, sort_at = now()`)
    await owner.query(`insert into knowledge_question_groups (last_asked_at, checked_log) values (now(), 0)`)
    await add(1)
    await add(2)
    await database.migrate({ until: '0043_questions_by_group' })
    expect(await groups()).toEqual([{ asked: 2, key: 'ถาม 1', dismissed_channels: [] }])
    await add(3)
    await owner.query(`update messages set unsent_at = now() where seq = 2`)
    expect(await groups()).toEqual([{ asked: 2, key: 'ถาม 1', dismissed_channels: [] }])
    await owner.query(`update messages set unsent_at = now() where seq = 1`)
    expect(await groups()).toEqual([{ asked: 1, key: 'ถาม 3', dismissed_channels: [] }])
    // As a server of before makes one.
    await owner.query('delete from knowledge_question_groups')
    await owner.query(`insert into knowledge_question_groups (last_asked_at, checked_log) values (now(), 0)`)
    await add(4)
    expect(await groups()).toEqual([{ asked: 1, key: 'ถาม 4', dismissed_channels: [] }])
  } finally {
    await database.drop()
  }
})
