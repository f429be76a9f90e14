import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inTransaction, type Tx } from '../db/client.ts'
import { createLocalBus } from '../event-bus.ts'
import type { LineClients } from '../line-api/line-client.ts'
import type { SendResult } from '../line-api/line-response.ts'
import { useOutboxWorld } from '../testing/outbox-world.ts'
import type { DeliveryOptions } from './outbox-worker.ts'
import { lockShownAsWaiting } from './waiting-for-line.store.ts'

const outbox = useOutboxWorld()

/** Retry pauses longer than any test, so that messages are sent only after a wake-up. */
const LONG: DeliveryOptions = { pollMs: 50, retryPausesMs: [3_600_000, 3_600_000], wakeEveryMs: 10 }

const query = (text: string, values: unknown[] = []) =>
  outbox.world.testDesk.context.db.$client.query(text, values)
const post = async (ticketId: string, messageId: string, what: 'withdraw' | 'send-now') => {
  const url = `/api/staff/tickets/${ticketId}/messages/${messageId}/${what}`
  const response = await outbox.world.testDesk.app.inject({ method: 'POST', url, headers: outbox.headers })
  return { status: response.statusCode, body: response.json() }
}
const ticketOf = async (ticketId: string) => {
  const url = `/api/staff/tickets/${ticketId}`
  return (await outbox.world.testDesk.app.inject({ url, headers: outbox.headers })).json()
}
const lastOf = async (ticketId: string) => (await outbox.messagesOf(ticketId)).at(-1)
const textsOf = async (userId: string) => (await outbox.world.inbox(userId)).map(({ text }) => text)

/** Returns a fake LINE client whose pushes have the given results. */
function mockPushes(result: () => SendResult | undefined): { line: LineClients; calls: () => number } {
  const { line } = outbox.world.testDesk.context
  let calls = 0
  return {
    calls: () => calls,
    line: {
      async forChannel(key) {
        const channel = await line.forChannel(key)
        return {
          ...channel,
          push: async (body, retryKey) => {
            calls += 1
            return result() ?? channel.push(body, retryKey)
          },
        }
      },
    },
  }
}

/** Returns a conversation with a reply that waits for LINE. */
async function waiting(text: string) {
  const { userId, ticketId } = await outbox.conversation()
  const { id } = await outbox.sendText(ticketId, text)
  await vi.waitFor(async () => expect((await lastOf(ticketId))?.delivery_wait).toBeTruthy(), 10_000)
  return { userId, ticketId, id }
}

test('shows reason and start of a wait for LINE on the message, messages after it, the ticket and the wallboard', async () => {
  await outbox.world.fault({ target: 'push', mode: '500' })
  const delivery = outbox.start(LONG)
  const busEvents: unknown[] = []
  outbox.world.testDesk.context.bus.subscribe(
    (event) => event.kind === 'ticket' && busEvents.push(...event.events),
  )
  const { ticketId, id } = await waiting('รอ')
  const wait = { reason: 'line_unavailable', since: expect.any(String) }
  expect(await lastOf(ticketId)).toMatchObject({ id, delivery: 'queued', delivery_wait: wait })
  expect(await ticketOf(ticketId)).toMatchObject({ reply_wait: wait })
  expect(busEvents).toContainEqual(
    expect.objectContaining({ type: 'message', data: expect.objectContaining({ id, delivery_wait: wait }) }),
  )
  const behind = await outbox.sendText(ticketId, 'ตามหลัง')
  expect(behind).toMatchObject({ delivery: 'queued', delivery_wait: wait })
  const other = await outbox.conversation()
  expect((await ticketOf(other.ticketId)).reply_wait).toBeNull()
  const url = '/api/staff/wallboard'
  const wallboard = (await outbox.world.testDesk.app.inject({ url, headers: outbox.headers })).json()
  const ofChannel = (key: string) =>
    wallboard.channels.find(({ channel }: { channel: { key: string } }) => channel.key === key)
  expect(ofChannel('main')).toMatchObject({ reply_wait: { ...wait, count: 2 } })
  await outbox.world.clearFaults()
  await post(ticketId, id, 'send-now')
  await delivery.drain()
  expect(await lastOf(ticketId)).toMatchObject({ delivery: 'sent', delivery_wait: null })
  expect(await ticketOf(ticketId)).toMatchObject({ reply_wait: null })
})

test('a failure that ends within seconds is not shown as waiting for LINE', async () => {
  await outbox.world.fault({ target: 'push', mode: '500', calls: 1 })
  const { ticketId } = await outbox.conversation()
  const busEvents: string[] = []
  outbox.world.testDesk.context.bus.subscribe(
    (event) => event.kind === 'ticket' && busEvents.push(JSON.stringify(event.events)),
  )
  const delivery = outbox.start({ pollMs: 50, retryPausesMs: [5, 5] })
  await outbox.sendText(ticketId, 'ช้านิดเดียว')
  await delivery.drain()
  expect(await lastOf(ticketId)).toMatchObject({ delivery: 'sent' })
  expect(busEvents.filter((events) => events.includes('line_unavailable'))).toEqual([])
})

test.each(['push', 'profile'] as const)(
  'sends waiting messages once after a successful LINE request of the channel: %s',
  async (how) => {
    await outbox.world.fault({ target: 'push', mode: '500' })
    const delivery = outbox.start(LONG)
    const first = await waiting('หนึ่ง')
    const second = await waiting('สอง')
    await outbox.world.clearFaults()
    const { userId, ticketId } = await outbox.conversation()
    if (how === 'push') await outbox.sendText(ticketId, 'สาม')
    else await (await outbox.world.testDesk.context.line.forChannel('main')).profile(userId)
    await delivery.drain()
    expect(await textsOf(first.userId)).toEqual(['หนึ่ง'])
    expect(await textsOf(second.userId)).toEqual(['สอง'])
  },
)

test('sends waiting messages after a successful LINE request of another server', async () => {
  await outbox.world.fault({ target: 'push', mode: '500' })
  const { testDesk } = outbox.world
  // Uses a separate bus, because events of another server are not published on this server's bus.
  const bus = createLocalBus(() => {})
  const delivery = outbox.start(LONG, { bus })
  const elsewhere = outbox.start({ ...LONG, concurrency: 0 })
  const { userId } = await waiting('ที่นี่')
  await outbox.world.clearFaults()
  await (await testDesk.context.line.forChannel('main')).profile(userId)
  await delivery.drain()
  await elsewhere.stop()
  expect(await textsOf(userId)).toEqual(['ที่นี่'])
})

test('retries one waiting message often enough to detect the end of an outage', async () => {
  let isAway = true
  const { line, calls } = mockPushes(() => (isAway ? { kind: 'retry', message: '500' } : undefined))
  const delivery = outbox.start({ pollMs: 50, retryPausesMs: [60_000, 60_000] }, { line })
  const { id, userId } = await waiting('หัวแถว')
  const { rows } = await query(
    'select extract(epoch from next_attempt_at - clock_timestamp())::float8 as in_s from deliveries where message_id = $1',
    [id],
  )
  expect(rows[0].in_s).toBeLessThanOrEqual(10)
  expect(calls()).toBe(1)
  isAway = false
  await query('update deliveries set next_attempt_at = clock_timestamp() where message_id = $1', [id])
  await delivery.drain()
  expect(await textsOf(userId)).toEqual(['หัวแถว'])
})

test('applies a Retry-After to the whole channel, even when another request to LINE succeeds', async () => {
  let [now, looks] = [0, 0]
  const clock = () => {
    looks += 1
    return now
  }
  const calledAt: number[] = []
  const { line } = mockPushes(() => {
    calledAt.push(now)
    return now < 90_000 ? { kind: 'retry', message: '503', afterMs: 90_000 } : undefined
  })
  const delivery = outbox.start({ ...LONG, clock }, { line })
  const first = await waiting('หนึ่ง')
  const other = await outbox.conversation()
  await outbox.sendText(other.ticketId, 'สอง')
  await (await outbox.world.testDesk.context.line.forChannel('main')).profile(first.userId)
  const isDue = async () =>
    (
      await query(
        'select next_attempt_at <= clock_timestamp() as due from deliveries where message_id = $1',
        [first.id],
      )
    ).rows[0].due
  await vi.waitFor(async () => expect(await isDue()).toBe(true), 10_000)
  now = 89_999
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 5), 10_000)
  expect(calledAt).toEqual([0])
  now = 90_000
  await delivery.drain()
  expect(calledAt).toEqual([0, 90_000, 90_000])
  expect([await textsOf(first.userId), await textsOf(other.userId)]).toEqual([['หนึ่ง'], ['สอง']])
})

test("only one of several concurrent failures marks the channel's tickets, so that none waits for a lock", async () => {
  const [first, second] = [await outbox.conversation(), await outbox.conversation()]
  const { id: firstId } = await outbox.sendText(first.ticketId, 'หนึ่ง')
  const { id: secondId } = await outbox.sendText(second.ticketId, 'สอง')
  const { db } = outbox.world.testDesk.context
  const { rows } = await query('select message_id, customer_id from deliveries where message_id = any($1)', [
    [firstId, secondId],
  ])
  const shown = async (tx: Tx, messageId: string) => {
    const customerId = rows.find(({ message_id }) => message_id === messageId).customer_id
    const found = await lockShownAsWaiting(tx, { channelKey: 'main', customerId })
    return found.map(({ message_id }) => message_id)
  }
  const third = await outbox.conversation()
  const { id: thirdId } = await outbox.sendText(third.ticketId, 'สาม')
  await inTransaction(db, async (one) => {
    await one.execute(sql`select pg_advisory_xact_lock(hashtextextended('channel waits main', 0))`)
    await inTransaction(db, async (two) => expect(await shown(two, firstId)).toEqual([firstId]))
    expect(await shown(one, secondId)).toEqual([secondId, firstId, thirdId])
  })
  await outbox.start(LONG).drain()
})

test('"send now" repeats the stored request to LINE, even during a rate limit pause', async () => {
  let result: SendResult | undefined = {
    kind: 'retry',
    message: '429',
    isThrottled: true,
    wasNotProcessed: true,
  }
  const { line } = mockPushes(() => result)
  const delivery = outbox.start({ ...LONG, channelPausesMs: [3_600_000] }, { line })
  const { ticketId, id, userId } = await waiting('ลองเลย')
  expect((await lastOf(ticketId))?.delivery_wait?.reason).toBe('line_rate_limited')
  result = undefined
  expect(await post(ticketId, id, 'send-now')).toMatchObject({
    status: 200,
    body: { id, delivery: 'queued' },
  })
  await delivery.drain()
  expect(await outbox.world.inbox(userId)).toMatchObject([{ text: 'ลองเลย', retry_key: id }])
  expect(await post(ticketId, id, 'send-now')).toMatchObject({ status: 200, body: { delivery: 'sent' } })
})

test.each([
  ['certainly did not arrive', true, 'withdrawn'],
  ['may have arrived', false, 'withdrawn_unknown'],
])('withdraws a waiting message that %s, and sends the next message', async (_, wasNotProcessed, code) => {
  let isAway = true
  const { line } = mockPushes(() => (isAway ? { kind: 'retry', message: 'x', wasNotProcessed } : undefined))
  const delivery = outbox.start(LONG, { line })
  const { ticketId, id, userId } = await waiting('ไม่เอาแล้ว')
  await outbox.sendText(ticketId, 'ถัดไป')
  isAway = false
  expect(await post(ticketId, id, 'withdraw')).toMatchObject({
    status: 200,
    body: { delivery: 'failed', delivery_error: code, delivery_wait: null },
  })
  await delivery.drain()
  expect(await textsOf(userId)).toEqual(['ถัดไป'])
  expect(await post(ticketId, id, 'send-now')).toMatchObject({
    status: 409,
    body: { code: 'message_not_queued' },
  })
})

test('sends the other messages of a withdrawn LINE request only when LINE certainly accepted none', async () => {
  const several = async (wasNotProcessed: boolean) => {
    let isAway = true
    const { line } = mockPushes(() => (isAway ? { kind: 'retry', message: 'x', wasNotProcessed } : undefined))
    const { userId, ticketId } = await outbox.conversation()
    const first = await outbox.sendText(ticketId, 'ก')
    await outbox.sendText(ticketId, 'ข')
    const delivery = outbox.start(LONG, { line })
    await vi.waitFor(async () => expect((await lastOf(ticketId))?.delivery_wait).toBeTruthy(), 10_000)
    isAway = false
    await post(ticketId, first.id, 'withdraw')
    await delivery.drain()
    await delivery.stop()
    const ours = (await outbox.messagesOf(ticketId)).slice(1)
    return { texts: await textsOf(userId), errors: ours.map(({ delivery_error }) => delivery_error) }
  }
  expect(await several(true)).toEqual({ texts: ['ข'], errors: ['withdrawn', null] })
  expect(await several(false)).toEqual({ texts: [], errors: ['withdrawn_unknown', 'line_unreachable'] })
})

test('a reply whose request could not connect becomes a push when the reply token is too old', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  const { line } = outbox.world.testDesk.context
  const notConnected: LineClients = {
    async forChannel(key) {
      const reply = async (): Promise<SendResult> => {
        await query("update reply_tokens set received_at = received_at - interval '1 minute'")
        return { kind: 'retry', message: 'connect ECONNREFUSED', wasNotProcessed: true }
      }
      return { ...(await line.forChannel(key)), reply }
    },
  }
  await outbox.sendText(ticketId, 'ถึงแน่นอน')
  await outbox.start({ pollMs: 50, replyPausesMs: [5] }, { line: notConnected }).drain()
  expect(await outbox.world.inbox(userId)).toMatchObject([{ text: 'ถึงแน่นอน', via: 'push' }])
})
