import { expect, test } from 'vitest'
import { foldMessages } from '../../search/fold.store.ts'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('many messages in batches, begun again half way, while two servers fold and one more writes', async () => {
  const database = await createDatabaseAt('0029_internal_notes')
  const { owner, db } = database
  try {
    await addAnsweredTicket(owner, 12_000)
    await owner.query(`update messages set text = 'ข้อความ ' || seq where seq % 3 > 0`)
    await database.migrate({ until: '0031_message_search' })
    const fold = async () => {
      while ((await foldMessages(db, 700)) > 0);
    }
    await Promise.all([database.migrate({ until: '0032_messages_to_search' }), fold(), fold()])
    await owner.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await Promise.all([database.migrate({ until: '0032_messages_to_search' }), fold(), fold()])
    await fold()
    const { rows } = await owner.query(
      `select count(*)::int as rows, (select count(*)::int from message_search_due) as due,
         count(*) filter (where m.text = s.norm)::int as right from message_search s join messages m on m.id = s.message_id`,
    )
    expect(rows).toEqual([{ rows: 8_000, due: 0, right: 8_000 }])
  } finally {
    await database.drop()
  }
})
