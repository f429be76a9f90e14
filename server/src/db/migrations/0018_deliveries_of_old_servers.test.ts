import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginCall } from '../../delivery/line-send.store.ts'
import { claimDue } from '../../delivery/outbox.store.ts'
import { settle } from '../../delivery/settle.store.ts'
import { MediaAddresses } from '../../media/media-addresses.ts'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
beforeEach(async () => {
  database = await createDatabaseAt('0002_events_by_message')
})
afterEach(() => database.drop())

const rows = async (text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows

const WROTE_AT = new Date('2026-11-21T02:00:00Z')
const HOUR_AGO = `now() - interval '1 hour'`

/** A customer `user` who wrote, and an answer of an hour ago that waits in the outbox: as the release before writes it. */
async function addAnswer(user: string): Promise<void> {
  await rows(`insert into customers (channel_key, line_user_id) values ('main', $1)`, [user])
  await rows(
    `insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq, last_in_seq, last_out_seq, in_count)
     select 'main', id, 'อื่นๆ', $2, now(), 2, 1, 2, 1 from customers where line_user_id = $1`,
    [user, WROTE_AT],
  )
  await rows(
    `insert into messages (ticket_id, channel_key, seq, direction, text, event_time)
     select t.id, 'main', m.seq, m.direction::message_direction, 'ค่ะ', $2 from tickets t
     join customers c on c.id = t.customer_id and c.line_user_id = $1, (values (1, 'IN'), (2, 'OUT')) m (seq, direction)`,
    [user, WROTE_AT],
  )
  await rows(
    `insert into deliveries (message_id, ticket_id, channel_key, seq, created_at, next_attempt_at)
     select m.id, m.ticket_id, 'main', m.seq, ${HOUR_AGO}, ${HOUR_AGO} from messages m
     join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
     where m.direction = 'OUT' and c.line_user_id = $1`,
    [user],
  )
}

const OF_USER = `d.ticket_id = (select t.id from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1)`

/** As the release before claims a delivery and settles it. */
async function tryAsBefore(user: string, outcome: 'sent' | 'failed' | 'queued'): Promise<void> {
  await claimAsBefore(user)
  await rows(
    `update deliveries d set state = $2::delivery_state, leased_until = null,
       via = case when $3::boolean then 'push' else via end, sent_at = case when $3 then now() end,
       line_request_id = coalesce(null, line_request_id), error_code = case when $2::text = 'failed' then 'line_unreachable' end,
       error = null, next_attempt_at = coalesce(null, next_attempt_at)
     where ${OF_USER} and state = 'sending'`,
    [user, outcome, outcome === 'sent'],
  )
}

const claimAsBefore = (user: string) =>
  rows(
    `update deliveries d set state = 'sending', attempts = d.attempts + 1, leased_until = now() + interval '30 s' where ${OF_USER}`,
    [user],
  )

const deliveryOf = async (user: string) =>
  (
    await rows(
      `select calls, first_called_at = created_at as is_called_when_written, to_blocked from deliveries d where ${OF_USER}`,
      [user],
    )
  )[0]

const ticketOf = async (user: string) =>
  (
    await rows(
      `select t.revision, t.version, t.waiting_since, (select array_agg(kind) from ticket_events e where e.ticket_id = t.id) as events,
         (select m.revision from messages m where m.ticket_id = t.id and m.seq = 2) as message_revision
       from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1`,
      [user],
    )
  )[0]

const UNTOUCHED = { revision: 0, version: 1, waiting_since: null, events: null, message_revision: 0 }

describe('what a server of the release before does with a delivery beside this one', () => {
  test('a call that LINE did not take counts, and the retry key is as old as the message', async () => {
    await addAnswer('U1')
    await database.migrate()
    await tryAsBefore('U1', 'queued')
    await tryAsBefore('U1', 'queued')
    expect(await deliveryOf('U1')).toEqual({ calls: 2, is_called_when_written: true, to_blocked: false })
    expect(await ticketOf('U1')).toEqual(UNTOUCHED)
  })

  test('an answer that failed brings the waiting back, and every tab hears', async () => {
    await addAnswer('U1')
    await database.migrate()
    await tryAsBefore('U1', 'failed')
    expect(await ticketOf('U1')).toEqual({
      revision: 3,
      version: 2,
      waiting_since: WROTE_AT,
      events: ['answer_failed'],
      message_revision: 3,
    })
  })

  test('one that LINE took is no answer when the customer had blocked the account', async () => {
    await addAnswer('U1')
    await addAnswer('U2')
    await database.migrate()
    await rows(`update customers set is_friend = false where line_user_id = 'U2'`)
    await tryAsBefore('U1', 'sent')
    await tryAsBefore('U2', 'sent')
    const sent = { revision: 3, version: 2, events: null, message_revision: 3 }
    expect(await ticketOf('U1')).toEqual({ ...sent, waiting_since: null })
    expect(await ticketOf('U2')).toEqual({ ...sent, waiting_since: WROTE_AT })
    expect(await deliveryOf('U2')).toMatchObject({ to_blocked: true })
  })

  test('what it wrote while the migrations ran is completed', async () => {
    await addAnswer('U1')
    await addAnswer('U2')
    await database.migrate({ until: '0017_refused_tokens' })
    await tryAsBefore('U1', 'failed')
    await tryAsBefore('U2', 'queued')
    await database.migrate()
    expect(await ticketOf('U1')).toMatchObject({ version: 2, waiting_since: WROTE_AT })
    expect(await deliveryOf('U2')).toMatchObject({ calls: 1, is_called_when_written: true })
  })
})

test('what this release writes stays as it is', async () => {
  for (const user of ['U1', 'U2', 'U3']) await addAnswer(user)
  await database.migrate()
  const { db } = database
  const claims = await claimDue(db, { publicUrl: 'http://localhost:8080', publicMediaUrl: null }, 30_000, {
    total: 3,
    perChannel: 3,
    taken: new Map(),
    paused: [],
  })
  const [queued, failed, sent] = ['U1', 'U2', 'U3'].map((user) =>
    claims.find((each) => each.lineUserId === user),
  )
  if (!queued || !failed || !sent) throw new Error('not all were due')
  for (const claim of claims) if ('id' in claim.work) await beginCall(db, claim, claim.work)
  const context = { now: new Date(), mediaAddresses: new MediaAddresses(randomBytes(32), () => new Date()) }
  await settle(db, queued, { state: 'queued', waitMs: 0, error: 'busy' }, context)
  await settle(db, failed, { state: 'failed', errorCode: 'line_unreachable', error: '' }, context)
  await settle(db, sent, { state: 'sent', requestId: null, sentMessages: [] }, context)
  expect(await deliveryOf('U1')).toEqual({ calls: 0, is_called_when_written: null, to_blocked: false })
  expect(await ticketOf('U1')).toEqual(UNTOUCHED)
  const once = { revision: 3, version: 2, message_revision: 3 }
  expect(await ticketOf('U2')).toEqual({ ...once, waiting_since: WROTE_AT, events: ['answer_failed'] })
  expect(await ticketOf('U3')).toMatchObject({ ...once, waiting_since: null })
})
