import { isUnknownDelivery } from 'shared/contract/messages/delivery.ts'
import { describe, expect, test } from 'vitest'
import type { LineClients } from '../line-api/line-client.ts'
import type { SendResult } from '../line-api/line-response.ts'
import { ANY_CAPACITY, FAST, useOutboxWorld } from '../testing/outbox-world.ts'
import { failed } from './compose-line-call.ts'
import { settle } from './delivery-outcome.store.ts'
import { beginCall } from './line-send.store.ts'
import { claimDue } from './outbox.store.ts'

const outbox = useOutboxWorld()

/** Pushes a message without any response until retries end. `fault` decides whether LINE receives the pushes. */
async function pushWithoutResponse(fault: 'drop_answer' | 'drop_request') {
  const { userId, ticketId } = await outbox.conversation()
  await outbox.world.fault({ target: 'push', mode: fault })
  const { id } = await outbox.sendText(ticketId, 'ยอดเข้าแล้วค่ะ')
  await deliver({ ...FAST, retryPausesMs: [5, 5] })
  await outbox.world.clearFaults()
  return { userId, ticketId, id }
}
async function deliver(options = FAST): Promise<void> {
  const delivery = outbox.start(options)
  await delivery.drain()
  await delivery.stop()
}
const sendAgain = (ticketId: string, id: string, text = 'ยอดเข้าแล้วค่ะ') =>
  outbox.send(ticketId, { type: 'text', text, retry_of: id })
const keysOf = async (userId: string) => (await outbox.world.inbox(userId)).map((each) => each.retry_key)

test('reports a push as unknown, not as refused, when all responses were lost', async () => {
  const { userId, ticketId, id } = await pushWithoutResponse('drop_answer')
  expect(await keysOf(userId)).toEqual([id])
  const stored = (await outbox.messagesOf(ticketId)).at(-1)
  expect(stored).toMatchObject({ delivery: 'failed', delivery_error: 'line_unreachable', via: null })
  const { rows } = await outbox.world.testDesk.context.db.$client.query(
    'select outcome, calls from line_sends where id = $1',
    [id],
  )
  expect(rows).toEqual([{ outcome: 'unknown', calls: 3 }])
})

describe('a resend by staff', () => {
  test.each(['drop_answer', 'drop_request'] as const)(
    'a resend repeats the original push, which is delivered once (%s)',
    async (fault) => {
      const { userId, ticketId, id } = await pushWithoutResponse(fault)
      const again = await sendAgain(ticketId, id)
      // Adds a new reply token, which the resend does not use, because replies have no retry key.
      await outbox.world.say(userId, 'ได้รับหรือยังคะ')
      await outbox.sendText(ticketId, 'แล้วก็')
      await deliver()
      expect((await keysOf(userId))[0]).toBe(id)
      expect((await outbox.world.inbox(userId)).map(({ text }) => text)).toEqual(['ยอดเข้าแล้วค่ะ', 'แล้วก็'])
      expect(await outbox.messagesOf(ticketId)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id, delivery: 'failed', retried: true }),
          expect.objectContaining({ id: again.id, delivery: 'sent', via: 'push', delivery_error: null }),
        ]),
      )
    },
  )

  test('a resend without a response is repeated with the original push again', async () => {
    const { userId, ticketId, id } = await pushWithoutResponse('drop_answer')
    const second = await sendAgain(ticketId, id)
    await outbox.world.fault({ target: 'push', mode: 'drop_answer' })
    await deliver({ ...FAST, retryPausesMs: [5, 5] })
    await outbox.world.clearFaults()
    const third = await sendAgain(ticketId, second.id)
    await deliver()
    expect(await keysOf(userId)).toEqual([id])
    expect((await outbox.messagesOf(ticketId)).at(-1)).toMatchObject({ id: third.id, delivery: 'sent' })
  })

  test('a resend with other text sends a new message', async () => {
    const { userId, ticketId, id } = await pushWithoutResponse('drop_answer')
    const again = await sendAgain(ticketId, id, 'ยอด 500 บาทเข้าแล้วค่ะ')
    await deliver()
    expect(await keysOf(userId)).toEqual([id, again.id])
  })

  test('a resend is a new push when LINE no longer remembers the original push', async () => {
    const { userId, ticketId, id } = await pushWithoutResponse('drop_answer')
    await outbox.world.testDesk.context.db.$client.query(
      "update line_sends set first_called_at = now() - interval '23 hours 1 minute' where id = $1",
      [id],
    )
    const again = await sendAgain(ticketId, id)
    await deliver()
    expect(await keysOf(userId)).toEqual([id, again.id])
  })
})

describe('a pending resend of a message that was delivered after all', () => {
  /** Delays the response to the first request until staff have sent the message again. */
  async function arrivedLate({ repeats = 1, text = 'ยอดเข้าแล้วค่ะ', via = 'reply', before = '' }) {
    const { db, config, line, mediaAddresses } = outbox.world.testDesk.context
    const { userId, ticketId } = await (via === 'reply' ? outbox.ticketToAnswer() : outbox.conversation())
    if (via === 'push')
      await db.$client.query(
        "update reply_tokens set received_at = now() - interval '41 s' where ticket_id = $1",
        [ticketId],
      )
    let { id } = await outbox.sendText(ticketId, 'ยอดเข้าแล้วค่ะ')
    const [claim] = await claimDue(db, config, 30_000, ANY_CAPACITY)
    if (claim === undefined || 'state' in claim.work) throw new Error('no call was composed')
    expect(claim.work.via).toBe(via)
    await beginCall(db, claim, claim.work)
    const channel = await line.forChannel(claim.channelKey)
    await (via === 'reply' ? channel.reply(claim.work.body) : channel.push(claim.work.body, claim.work.id))
    const context = { now: new Date(), mediaAddresses }
    await settle(db, claim, failed('reply_unknown', 'the response was lost'), context)
    if (before !== '') await outbox.sendText(ticketId, before)
    for (let repeat = 1; ; repeat += 1) {
      id = (await sendAgain(ticketId, id, text)).id
      if (repeat === repeats) break
      await db.$client.query(
        "update deliveries set state = 'failed', error_code = 'line_quota' where message_id = $1",
        [id],
      )
    }
    const settleLate = () => settle(db, claim, { state: 'sent', requestId: null, sentMessages: [] }, context)
    const texts = async () => (await outbox.world.inbox(userId)).map((each) => each.text)
    return { ticketId, id, settleLate, texts }
  }

  test.each([
    { via: 'reply', repeats: 1 },
    { via: 'push', repeats: 1 },
    { via: 'reply', repeats: 2 },
  ])('a pending resend is not sent when the customer already has the text (%j)', async (how) => {
    const { ticketId, id, settleLate, texts } = await arrivedLate(how)
    await settleLate()
    await outbox.sendText(ticketId, 'แล้วก็')
    await deliver()
    expect(await texts()).toEqual(['ยอดเข้าแล้วค่ะ', 'แล้วก็'])
    const messages = await outbox.messagesOf(ticketId)
    expect(messages.find((each) => each.id === id)).toMatchObject({
      delivery: 'failed',
      delivery_error: 'withdrawn_arrived',
    })
    const sent = messages.filter(({ direction, delivery }) => direction === 'OUT' && delivery === 'sent')
    expect(sent.map(({ text }) => text)).toEqual(['ยอดเข้าแล้วค่ะ', 'แล้วก็'])
  })

  test('a resend whose LINE request was already composed is not sent when the original was delivered', async () => {
    const { ticketId, id, settleLate, texts } = await arrivedLate({ via: 'reply' })
    const { db, config } = outbox.world.testDesk.context
    const [claim] = await claimDue(db, config, 0, ANY_CAPACITY)
    expect(claim?.headId).toBe(id)
    await settleLate()
    await deliver()
    expect(await texts()).toEqual(['ยอดเข้าแล้วค่ะ'])
    expect((await outbox.messagesOf(ticketId)).find((each) => each.id === id)).toMatchObject({
      delivery: 'failed',
      delivery_error: 'withdrawn_arrived',
    })
  })

  test.each([
    { index: 'first', before: '', after: 'แล้วก็', others: ['แล้วก็'] },
    { index: 'last', before: 'ก่อนอื่น', after: '', others: ['ก่อนอื่น'] },
    { index: 'between others', before: 'ก่อนอื่น', after: 'แล้วก็', others: ['ก่อนอื่น', 'แล้วก็'] },
  ])('a resend that is $index in a LINE request is not sent', async ({ before, after, others }) => {
    const { ticketId, id, settleLate, texts } = await arrivedLate({ via: 'reply', before })
    if (after !== '') await outbox.sendText(ticketId, after)
    const { db, config } = outbox.world.testDesk.context
    const [claim] = await claimDue(db, config, 0, ANY_CAPACITY)
    if (claim === undefined || 'state' in claim.work) throw new Error('no call was composed')
    expect(claim.work.messageIds).toHaveLength(others.length + 1)
    await settleLate()
    await deliver()
    expect(await texts()).toEqual(['ยอดเข้าแล้วค่ะ', ...others])
    const messages = await outbox.messagesOf(ticketId)
    expect(messages.find((each) => each.id === id)).toMatchObject({
      delivery: 'failed',
      delivery_error: 'withdrawn_arrived',
    })
    const sent = messages.filter(({ direction, delivery }) => direction === 'OUT' && delivery === 'sent')
    expect(sent.map(({ text }) => text)).toEqual(['ยอดเข้าแล้วค่ะ', ...others])
  })

  test('a resend with other text is sent although the original was delivered', async () => {
    const { settleLate, texts } = await arrivedLate({ text: 'ยอด 500 บาทเข้าแล้วค่ะ' })
    await settleLate()
    await deliver()
    expect(await texts()).toEqual(['ยอดเข้าแล้วค่ะ', 'ยอด 500 บาทเข้าแล้วค่ะ'])
  })

  test("a resend is not sent when the original's result arrives while its LINE request is composed", async () => {
    const { ticketId, id, settleLate, texts } = await arrivedLate({ via: 'push' })
    const { db, config } = outbox.world.testDesk.context
    const late = await db.$client.connect()
    await late.query('begin')
    const { rows } = await late.query(
      "update line_sends set outcome = 'accepted' where id = any(select send_id from deliveries where ticket_id = $1) returning id",
      [ticketId],
    )
    expect(rows).toHaveLength(1)
    const claiming = claimDue(db, config, 30_000, ANY_CAPACITY)
    await expect
      .poll(async () => {
        // Uses another connection, because in a transaction `pg_stat_activity` stays as it was at the first query.
        const { rows } = await db.$client.query(
          "select 1 from pg_locks where locktype = 'transactionid' and not granted and pid in (select pid from pg_stat_activity where datname = current_database())",
        )
        return rows.length
      })
      .toBe(1)
    await late.query('commit')
    late.release()
    expect(await claiming).toEqual([])
    await db.$client.query("update line_sends set outcome = 'unknown' where id = $1", [rows[0]?.id])
    await settleLate()
    await deliver()
    expect(await texts()).toEqual(['ยอดเข้าแล้วค่ะ'])
    expect((await outbox.messagesOf(ticketId)).find((each) => each.id === id)).toMatchObject({
      delivery_error: 'withdrawn_arrived',
    })
  })
})

describe('a push with a lost response that LINE then refuses for another reason', () => {
  /** Loses the response to the first request, which LINE accepts. LINE responds to the next request with `refusal`. */
  async function refusedLater(refusal: SendResult) {
    const { userId, ticketId } = await outbox.conversation()
    const { line } = outbox.world.testDesk.context
    let calls = 0
    const lineThatChanges: LineClients = {
      async forChannel(key) {
        const channel = await line.forChannel(key)
        return {
          ...channel,
          async push(body, retryKey) {
            calls += 1
            if (calls > 1) return refusal
            await channel.push(body, retryKey)
            return { kind: 'retry', message: 'the response was lost' }
          },
        }
      },
    }
    const { id } = await outbox.sendText(ticketId, 'โอนคืนแล้วค่ะ')
    const delivery = outbox.start(FAST, { line: lineThatChanges })
    await delivery.drain()
    await delivery.stop()
    return { userId, ticketId, id }
  }
  const codes = ['line_token', 'line_auth', 'line_quota', 'line_recipient', 'channel_removed'] as const

  test.each(codes)('after a lost response, a refused push is unknown and resent once (%s)', async (code) => {
    const { userId, ticketId, id } = await refusedLater({ kind: 'rejected', code, message: code })
    expect(isUnknownDelivery((await outbox.messagesOf(ticketId)).at(-1)?.delivery_error ?? null)).toBe(true)
    const second = await sendAgain(ticketId, id, 'โอนคืนแล้วค่ะ')
    // Makes LINE also refuse the resend, which does not show the outcome of the first request.
    const { line } = outbox.world.testDesk.context
    const refusing: LineClients = {
      forChannel: async (key) => ({
        ...(await line.forChannel(key)),
        push: async () => ({ kind: 'rejected', code, message: code }),
      }),
    }
    const delivery = outbox.start(FAST, { line: refusing })
    await delivery.drain()
    await delivery.stop()
    const third = await sendAgain(ticketId, second.id, 'โอนคืนแล้วค่ะ')
    await deliver()
    expect(await keysOf(userId)).toEqual([id])
    expect((await outbox.messagesOf(ticketId)).at(-1)).toMatchObject({ id: third.id, delivery: 'sent' })
  })
})
