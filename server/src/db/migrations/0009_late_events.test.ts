import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('existing customers have no friendship_at, and existing tickets show their last message', async () => {
  const database = await createDatabaseAt('0008_indexes_of_open_tickets')
  const { owner } = database
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id, friendship) values ('main', 'U1', 'blocked');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq)
        select 'main', id, 'อื่นๆ', now(), now(), 3 from customers`)
    await database.migrate({ until: '0009_late_events' })
    const { rows } = await owner.query(
      'select friendship, friendship_at, last_seq, shown_seq from customers c join tickets t on t.customer_id = c.id',
    )
    expect(rows).toEqual([{ friendship: 'blocked', friendship_at: null, last_seq: 3, shown_seq: null }])
  } finally {
    await database.drop()
  }
})
