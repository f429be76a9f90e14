import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Four customers of a release that knew only is_friend, and what it wrote of an answer that had failed. */
beforeAll(async () => {
  database = await createDatabaseAt('0002_events_by_message')
  const { owner } = database
  await owner.query(
    `insert into customers (id, channel_key, line_user_id, is_friend)
     values ($1, 'main', 'U1', true), ($2, 'main', 'U2', false), ($3, 'main', 'U3', true), ($4, 'main', 'U4', true)`,
    [id(1), id(2), id(3), id(4)],
  )
  await owner.query(
    `insert into line_events (webhook_event_id, channel_key, type, user_id, body, applied_at) values
     ('e1', 'main', 'follow', 'U1', '{}', now()), ('e2', 'main', 'unfollow', 'U2', '{}', now())`,
  )
  // More than a batch of events before the one that tells of a fourth customer.
  await owner.query(
    `insert into line_events (webhook_event_id, channel_key, type, user_id, body, applied_at)
     select 'm' || n, 'main', 'message', 'U3', '{}', now() from generate_series(1, 6000) n`,
  )
  await owner.query(
    `insert into line_events (webhook_event_id, channel_key, type, user_id, body, applied_at)
     values ('e4', 'main', 'follow', 'U4', '{}', now())`,
  )
  for (const [ticket, customer, states] of [
    [11, 1, ['failed']],
    [12, 2, ['failed', 'sent']],
    [13, 3, ['sending']],
  ] as const) {
    await owner.query(
      `insert into tickets (id, channel_key, customer_id, subject, opened_at, last_activity_at, last_seq, last_in_seq,
         last_out_seq, in_count)
       values ($1, 'main', $2, 'อื่นๆ', '2026-11-21T02:00:00Z', now(), $3, 1, $3, 1)`,
      [id(ticket), id(customer), 1 + states.length],
    )
    await owner.query(
      `insert into messages (ticket_id, channel_key, seq, direction, text, event_time)
       values ($1, 'main', 1, 'IN', 'สวัสดี', '2026-11-21T02:00:00Z')`,
      [id(ticket)],
    )
    for (const [index, state] of states.entries()) {
      const message = id(ticket * 10 + index)
      await owner.query(
        `insert into messages (id, ticket_id, channel_key, seq, direction, text, event_time)
         values ($1, $2, 'main', $3, 'OUT', 'ค่ะ', now())`,
        [message, id(ticket), index + 2],
      )
      await owner.query(
        `insert into deliveries (message_id, ticket_id, channel_key, seq, state, attempts, created_at)
         values ($1, $2, 'main', $3, $4, 1, '2026-11-21T02:05:00Z')`,
        [message, id(ticket), index + 2, state],
      )
    }
  }
  await database.migrate()
})
afterAll(() => database?.drop())

const rows = async (text: string) => (await database.owner.query(text)).rows

test('friendship of existing customers: blocked after an unfollow, friend after a follow, otherwise unknown', async () => {
  expect(await rows('select friendship from customers order by id')).toEqual([
    { friendship: 'friend' },
    { friendship: 'blocked' },
    { friendship: 'unknown' },
    { friendship: 'friend' },
  ])
})

test('waiting_since is restored for tickets whose last answer failed', async () => {
  const since = new Date('2026-11-21T02:00:00Z')
  expect(await rows('select waiting_since, version from tickets order by id')).toEqual([
    { waiting_since: since, version: 2 },
    { waiting_since: null, version: 1 },
    { waiting_since: null, version: 1 },
  ])
})

test('queued deliveries count their retry key from created_at, and every message gets a revision', async () => {
  expect(await rows(`select first_called_at from deliveries where state = 'sending'`)).toEqual([
    { first_called_at: new Date('2026-11-21T02:05:00Z') },
  ])
  expect(
    await rows(
      `select greatest(revision, seq) as revision from messages where ticket_id = '${id(12)}' order by seq`,
    ),
  ).toEqual([{ revision: 1 }, { revision: 2 }, { revision: 3 }])
})
