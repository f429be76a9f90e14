import { expect, test } from 'vitest'
import { foldMessages } from '../../search/fold.store.ts'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('messages of before are no questions, later ones are noted, and what is taken back is gone', async () => {
  const database = await createDatabaseAt('0039_knowledge')
  const { owner, db } = database
  const due = async () => (await owner.query('select from knowledge_questions_due')).rowCount
  const fold = async () => {
    while ((await foldMessages(db, 500)) > 0);
  }
  try {
    await addAnsweredTicket(owner, 20)
    await owner.query(`update messages set direction = 'IN', text = 'ถาม ' || seq, sort_at = now()`)
    await fold()
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await owner.query(
      `insert into knowledge_logs (source, origin, action, inserted, replaced, staff_id, at)
       select 'ทั่วไป', 'manual', 'upsert', 1, false, id, now() from staff`,
    )
    await database.migrate({ until: '0040_questions_and_proposals' })
    expect(await due()).toBe(0)
    expect((await owner.query('select proposed_by_id from knowledge_logs')).rows).toEqual([
      { proposed_by_id: null },
    ])

    await owner.query(
      `insert into messages (ticket_id, channel_key, seq, direction, text, event_time, sort_at)
       select id, 'main', 21, 'IN', 'ถามใหม่', now(), now() from tickets`,
    )
    await fold()
    expect(await due()).toBe(1)
    await owner.query(
      `with made as (insert into knowledge_question_groups (last_asked_at, checked_log) values (now(), 0) returning id)
       insert into knowledge_questions (message_id, group_id, channel_key, key, asked_at)
       select m.id, made.id, 'main', m.text, now() from messages m, made where seq in (20, 21)`,
    )
    const groups = async () => (await owner.query('select asked from knowledge_question_groups')).rows
    expect(await groups()).toEqual([{ asked: 2 }])
    await owner.query(`update messages set unsent_at = now() where seq = 21`)
    expect(await groups()).toEqual([{ asked: 1 }])
    expect(await due()).toBe(0)
    await owner.query(`delete from messages where seq = 20`)
    expect(await groups()).toEqual([])
  } finally {
    await database.drop()
  }
})
