import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

const IMAGE = `'image', '[รูปภาพ]'`

test('answers on their way, reply tokens and pictures of the release before go on, and what its servers still write', async () => {
  const database = await createDatabaseAt('0018_deliveries_of_old_servers')
  const { owner } = database
  const write = (name: string, columns: string, values: string) =>
    owner.query(`insert into ${name} (${columns}) select ${values} from tickets`)
  const picture = (seq: number, lineId: string, more = "null, null, 'IN', now()") =>
    write(
      'messages',
      'ticket_id, channel_key, message_type, text, seq, line_message_id, payload, unsent_at, direction, created_at, event_time',
      `id, 'main', ${IMAGE}, ${seq}, '${lineId}', ${more}, now()`,
    )
  const answer = async (seq: number, state: string, at: string) => {
    await write(
      'messages',
      'ticket_id, channel_key, seq, direction, text, event_time',
      `id, 'main', ${seq}, 'OUT', 'x', now()`,
    )
    await owner.query(
      `insert into deliveries (message_id, ticket_id, channel_key, seq, state, created_at)
       select id, ticket_id, 'main', seq, $2::delivery_state, $3::timestamptz from messages where seq = $1`,
      [seq, state, at],
    )
  }
  const token = (name: string, age: string) =>
    write(
      'reply_tokens',
      'token, ticket_id, received_at, expires_at',
      `'${name}', id, now() - ${age}::interval, now() - ${age}::interval + interval '1 minute'`,
    )
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id) values ('main', 'U1');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
        select 'main', id, 'อื่นๆ', now(), now() from customers`)
    await answer(1, 'sent', '2026-01-01')
    await answer(2, 'queued', '2026-01-03')
    await answer(3, 'sending', '2026-01-02')
    await token('fresh', "'5 seconds'")
    await token('stale', "'1 day'")
    await picture(10, 'kept')
    await picture(11, 'external', `'{"contentProvider": {"type": "external"}}', null, 'IN', now()`)
    await picture(12, 'unsent', "null, now(), 'IN', now()")
    await picture(13, 'old', "null, null, 'IN', now() - interval '61 days'")

    await database.migrate({ until: '0019_kinds_media_and_calls' })

    await answer(4, 'queued', '2026-01-01')
    await token('later', "'0 seconds'")
    await picture(14, 'later')
    const outbox = await owner.query(
      `select seq from deliveries join tickets t using (customer_id)
       where state in ('queued', 'sending') order by place`,
    )
    expect(outbox.rows.map(({ seq }) => seq)).toEqual([3, 2, 4])
    const tokens = await owner.query(
      'select token from reply_tokens join tickets t using (customer_id) order by received_at',
    )
    expect(tokens.rows).toEqual([{ token: 'fresh' }, { token: 'later' }])
    const media = await owner.query(
      `select line_message_id, purpose, kind, state, channel_key from media order by line_message_id`,
    )
    expect(media.rows).toEqual(
      ['kept', 'later'].map((line_message_id) => ({
        line_message_id,
        purpose: 'customer',
        kind: 'image',
        state: 'pending',
        channel_key: 'main',
      })),
    )
  } finally {
    await database.drop()
  }
})
