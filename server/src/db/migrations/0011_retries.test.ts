import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('existing messages have no retry_of, and a message can be repeated once', async () => {
  const database = await createDatabaseAt('0010_calls_of_line')
  const { owner } = database
  try {
    await owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U', 's', 't');
      insert into customers (channel_key, line_user_id) values ('main', 'U1');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq)
        select 'main', id, 'อื่นๆ', now(), now(), 3 from customers;
      insert into messages (ticket_id, channel_key, seq, direction, event_time)
        select id, 'main', n, 'OUT', now() from tickets, generate_series(1, 3) n`)
    await database.migrate({ until: '0011_retries' })
    const { rows } = await owner.query('select retry_of from messages')
    expect(rows).toEqual([{ retry_of: null }, { retry_of: null }, { retry_of: null }])
    const repeat = (seq: number) =>
      owner.query('update messages set retry_of = (select id from messages where seq = 1) where seq = $1', [
        seq,
      ])
    await repeat(2)
    await expect(repeat(3)).rejects.toThrow('messages_retry_of')
  } finally {
    await database.drop()
  }
})
