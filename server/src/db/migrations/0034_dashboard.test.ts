import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('servers of the release before go on, and what they write is noted for the figures', async () => {
  const database = await createDatabaseAt('0033_customer_tags_and_notes')
  const { owner } = database
  try {
    await owner.query(`insert into customers (channel_key, line_user_id) values ('main', 'U1')`)
    await owner.query(
      `insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
       select 'main', id, 'อื่นๆ', now(), now() from customers`,
    )
    await database.migrate({ until: '0034_dashboard' })
    const noted = async () => {
      const { rows } = await owner.query(
        `with gone as (delete from case_figures_due returning ticket_id) select ticket_id = any(select id from tickets) as known from gone`,
      )
      return rows
    }
    expect(await noted()).toEqual([])
    await owner.query(
      `insert into messages (ticket_id, channel_key, seq, direction, event_time) select id, 'main', n, 'OUT', now() from tickets, generate_series(1, 3) n`,
    )
    expect(await noted()).toEqual([{ known: true }])
    await owner.query(
      `insert into ticket_events (ticket_id, channel_key, kind, at) select id, 'main', 'opened', now() from tickets`,
    )
    expect(await noted()).toEqual([{ known: true }])
    await owner.query(
      `insert into deliveries (message_id, ticket_id, channel_key, seq) select id, ticket_id, 'main', seq from messages where seq < 3`,
    )
    await owner.query(`update deliveries set state = 'sending'`)
    expect(await noted()).toEqual([])
    await owner.query(`update deliveries set state = 'sent' where seq = 1`)
    expect(await noted()).toEqual([{ known: true }])
    await owner.query(`update deliveries set state = 'failed' where seq = 1`)
    expect(await noted()).toEqual([{ known: true }])
    await owner.query(`update deliveries set state = 'failed', attempts = 2`)
    expect(await noted()).toEqual([])
  } finally {
    await database.drop()
  }
})
