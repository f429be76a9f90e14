import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('attempts of the previous release count as calls where LINE was called and the delivery is not over', async () => {
  const database = await createDatabaseAt('0009_late_events')
  const { owner } = database
  try {
    await owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U', 's', 't');
      insert into customers (channel_key, line_user_id) values ('main', 'U1');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq)
        select 'main', id, 'อื่นๆ', now(), now(), 4 from customers;
      insert into messages (ticket_id, channel_key, seq, direction, event_time)
        select id, 'main', n, 'OUT', now() from tickets, generate_series(1, 4) n;
      insert into deliveries (message_id, ticket_id, channel_key, seq, state, attempts, first_called_at, next_attempt_at)
        select m.id, m.ticket_id, 'main', m.seq, d.state::delivery_state, 3, d.called, now()
        from messages m join (values
          (1, 'sent', now()), (2, 'sending', now()), (3, 'queued', now()), (4, 'queued', null::timestamptz)
        ) d (seq, state, called) on d.seq = m.seq`)
    await database.migrate({ until: '0010_calls_of_line' })
    const { rows } = await owner.query('select seq::int, state, calls from deliveries order by seq')
    expect(rows).toEqual([
      { seq: 1, state: 'sent', calls: 0 },
      { seq: 2, state: 'sending', calls: 3 },
      { seq: 3, state: 'queued', calls: 3 },
      { seq: 4, state: 'queued', calls: 0 },
    ])
  } finally {
    await database.drop()
  }
})
