import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { ANY_CAPACITY, useOutboxWorld } from '../testing/outbox-world.ts'
import { failed } from './compose-line-call.ts'
import { settle } from './delivery-outcome.store.ts'
import { beginCall } from './line-send.store.ts'
import { claimDue } from './outbox.store.ts'

const outbox = useOutboxWorld()
const query = (text: string, values: unknown[] = []) =>
  outbox.world.testDesk.context.db.$client.query(text, values).then(({ rows }) => rows)
/** Returns the delivery states of a ticket's outbound messages. */
const ours = async (ticketId: string) =>
  (await outbox.messagesOf(ticketId))
    .filter(({ direction }) => direction === 'OUT')
    .map(({ delivery, delivery_error, via }) => [delivery, delivery_error, via])
const received = async (userId: string) =>
  (await outbox.world.inbox(userId)).map(({ text, via }) => [text, via])
const sends = (ticketId: string) =>
  query(
    `select distinct s.via, s.calls, s.outcome, array_length(s.message_ids, 1) as messages, s.created_at from line_sends s
     join deliveries d on d.message_id = any(s.message_ids) where d.ticket_id = $1 order by s.created_at`,
    [ticketId],
  ).then((rows) => rows.map(({ created_at, ...send }) => send))
const age = (ticketId: string, time: string) =>
  query('update reply_tokens set received_at = now() - $2::interval where ticket_id = $1', [ticketId, time])
const quotaUsed = async () => {
  const { url, world } = outbox.world.simulator
  const token = world.channels.find(({ key }) => key === 'main')?.channel_access_token
  const response = await fetch(`${url}/v2/bot/message/quota/consumption`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { totalUsage: number }).totalUsage
}

describe('a reply to a customer who has just written', () => {
  test('a reply to a new message uses the reply token without quota, and the next message is a push', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    const before = await quotaUsed()
    const delivery = outbox.start()
    await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    expect(await quotaUsed()).toBe(before)
    await outbox.sendText(ticketId, 'สอง')
    await delivery.drain()
    expect(await received(userId)).toEqual([
      ['หนึ่ง', 'reply'],
      ['สอง', 'push'],
    ])
    expect(await ours(ticketId)).toEqual([
      ['sent', null, 'reply'],
      ['sent', null, 'push'],
    ])
    const stored = await query(
      `select quote_token is not null as quotable, line_message_id from messages where ticket_id = $1 and direction = 'OUT' order by seq`,
      [ticketId],
    )
    const phone = await outbox.world.inbox(userId)
    expect(stored).toEqual(phone.map(({ id }) => ({ quotable: true, line_message_id: id })))
  })

  test('a reply uses the newest reply token, and none older than 40 s', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await age(ticketId, '41 s')
    const delivery = outbox.start()
    await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    await outbox.world.say(userId, 'ยังอยู่ไหม')
    await outbox.sendText(ticketId, 'สอง')
    await delivery.drain()
    expect(await received(userId)).toEqual([
      ['หนึ่ง', 'push'],
      ['สอง', 'reply'],
    ])
  })

  test('a reply is pushed once when LINE refuses the reply token', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await outbox.world.fault({ target: 'reply', mode: 'expired_token' })
    const delivery = outbox.start()
    const { id } = await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    const [message] = await outbox.world.inbox(userId)
    expect(message).toMatchObject({ text: 'หนึ่ง', via: 'push', retry_key: id })
    expect(await sends(ticketId)).toEqual([
      { via: 'reply', calls: 1, outcome: 'refused', messages: 1 },
      { via: 'push', calls: 1, outcome: 'accepted', messages: 1 },
    ])
  })

  test('a reply is retried with the same reply token when LINE fails', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await outbox.world.fault({ target: 'reply', mode: '500', calls: 2 })
    const delivery = outbox.start()
    await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    expect(await received(userId)).toEqual([['หนึ่ง', 'reply']])
    expect(await sends(ticketId)).toEqual([{ via: 'reply', calls: 3, outcome: 'accepted', messages: 1 }])
  })

  test('a reply is pushed when LINE rate limits it', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await outbox.world.fault({ target: 'reply', mode: '429', calls: 1 })
    const delivery = outbox.start()
    await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    expect(await received(userId)).toEqual([['หนึ่ง', 'push']])
  })
})

describe('a reply with unknown outcome', () => {
  const unknown = ['failed', 'reply_unknown', null]

  test('a reply is marked as unknown, not pushed, when its response is lost and LINE then refuses the token', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await outbox.world.fault({ target: 'reply', mode: 'drop_answer', calls: 1 })
    await outbox.sendText(ticketId, 'หนึ่ง')
    await outbox.sendText(ticketId, 'สอง')
    const delivery = outbox.start()
    await delivery.drain()
    expect(await received(userId)).toEqual([
      ['หนึ่ง', 'reply'],
      ['สอง', 'reply'],
    ])
    expect(await ours(ticketId)).toEqual([unknown, unknown])
    expect(await sends(ticketId)).toEqual([{ via: 'reply', calls: 2, outcome: 'unknown', messages: 2 }])
    const [ticket] = await query('select waiting_since is not null as waits from tickets where id = $1', [
      ticketId,
    ])
    expect(ticket).toEqual({ waits: true })
  })

  test('a reply with a lost response is marked as unknown when it cannot be retried in time', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    await age(ticketId, '39 s')
    await outbox.world.fault({ target: 'reply', mode: 'drop_request' })
    await outbox.sendText(ticketId, 'หนึ่ง')
    const delivery = outbox.start({ pollMs: 50, replyPausesMs: [60_000] })
    await delivery.drain()
    expect(await ours(ticketId)).toEqual([unknown])
    expect(await received(userId)).toEqual([])
  })

  test('a reply is marked as unknown when the process crashes during the request to LINE', async () => {
    const { userId, ticketId } = await outbox.ticketToAnswer()
    const { context } = outbox.world.testDesk
    await outbox.sendText(ticketId, 'หนึ่ง')
    const [claim] = await claimDue(context.db, context.config, 30_000, ANY_CAPACITY)
    if (claim === undefined || 'state' in claim.work) throw new Error('no call was composed')
    await beginCall(context.db, claim, claim.work)
    await (await context.line.forChannel('main')).reply(claim.work.body)
    const delivery = outbox.start()
    await delivery.drain()
    expect(await received(userId)).toEqual([['หนึ่ง', 'reply']])
    expect(await ours(ticketId)).toEqual([unknown])
  })
})

test('a delivered reply whose outcome was unknown ends the waiting time', async () => {
  const { ticketId } = await outbox.ticketToAnswer()
  const { db, config, mediaAddresses } = outbox.world.testDesk.context
  const waits = async () =>
    (await query('select waiting_since is not null as waits from tickets where id = $1', [ticketId]))[0]
  await outbox.sendText(ticketId, 'หนึ่ง')
  const [claim] = await claimDue(db, config, 30_000, ANY_CAPACITY)
  if (claim === undefined || 'state' in claim.work) throw new Error('no call was composed')
  await beginCall(db, claim, claim.work)
  const context = { now: new Date(), mediaAddresses }
  await settle(db, claim, failed('reply_unknown', 'the response to the reply call was lost'), context)
  expect(await waits()).toEqual({ waits: true })
  await settle(db, claim, { state: 'sent', requestId: 'late', sentMessages: [] }, context)
  expect(await ours(ticketId)).toEqual([['sent', null, 'reply']])
  expect(await waits()).toEqual({ waits: false })
})

test('retries recording an accepted request when the database fails, without a new request to LINE', async () => {
  const { ticketId } = await outbox.ticketToAnswer()
  const owner = new pg.Client(connectionOptions(outbox.world.testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query(`
    create sequence hindrances;
    grant usage on hindrances to public;
    create function hinder() returns trigger language plpgsql as $$
    begin
      if nextval('hindrances') <= 2 then raise 'in the way' using errcode = 'deadlock_detected'; end if;
      return new;
    end $$;
    create trigger hinder before update on line_sends for each row when (new.outcome = 'accepted') execute function hinder()`)
  try {
    const delivery = outbox.start()
    await outbox.sendText(ticketId, 'หนึ่ง')
    await delivery.drain()
    expect(await ours(ticketId)).toEqual([['sent', null, 'reply']])
    expect(await sends(ticketId)).toMatchObject([{ calls: 1, outcome: 'accepted' }])
    expect(await owner.query('select last_value::int as tries from hindrances')).toMatchObject({
      rows: [{ tries: 3 }],
    })
  } finally {
    await owner.query('drop trigger hinder on line_sends; drop function hinder; drop sequence hindrances')
    await owner.end()
  }
})

test('sends the stored request after a crash before the request to LINE, and uses no token twice', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  const { db, config } = outbox.world.testDesk.context
  await outbox.sendText(ticketId, 'หนึ่ง')
  const [claim] = await claimDue(db, config, 30_000, ANY_CAPACITY)
  expect(await claimDue(db, config, 30_000, ANY_CAPACITY)).toEqual([])
  await outbox.sendText(ticketId, 'สอง')
  const delivery = outbox.start()
  await delivery.drain()
  expect(await received(userId)).toEqual([
    ['หนึ่ง', 'reply'],
    ['สอง', 'push'],
  ])
  expect(claim?.work).toMatchObject({ via: 'reply' })
})
