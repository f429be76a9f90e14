import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('a filled database gets the new indexes, all valid, and keeps its rows', async () => {
  const database = await createDatabaseAt('0002_events_by_message')
  const { owner } = database
  try {
    await owner.query(
      `insert into customers (channel_key, line_user_id) select 'main', 'U' || n from generate_series(1, 3000) n`,
    )
    await owner.query(
      `insert into tickets (channel_key, customer_id, subject, status, opened_at, last_activity_at, closed_at)
       select 'main', id, 'อื่นๆ', (case when n % 2 = 0 then 'OPEN' else 'CLOSED' end)::ticket_status, now(), now(),
         case when n % 2 = 1 then now() end
       from (select id, row_number() over () as n from customers) c`,
    )
    await database.migrate({ until: '0008_indexes_of_open_tickets' })
    const { rows } = await owner.query(
      `select indexrelid::regclass::text as name, indisvalid as whole from pg_index where indrelid = 'tickets'::regclass order by 1`,
    )
    expect(rows).toEqual(
      [
        'closed_activity',
        'closed_assignee',
        'closed_channel',
        'closed_opened',
        'closed_time',
        'customer',
        'one_open',
        'open_activity',
        'open_assignee',
        'open_channel_waiting',
        'open_opened',
        'open_waiting',
        'pkey',
      ].map((name) => ({ name: `tickets_${name}`, whole: true })),
    )
    const counted = await owner.query(
      'select status, count(*)::int as count from tickets group by 1 order by 1',
    )
    expect(counted.rows).toEqual([
      { status: 'OPEN', count: 1_500 },
      { status: 'CLOSED', count: 1_500 },
    ])
  } finally {
    await database.drop()
  }
})
