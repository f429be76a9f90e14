import type { Message } from 'shared/contract/messages/message.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LineChannel, LineClients } from '../line-api/client.ts'
import type { PushResult } from '../line-api/line-answer.ts'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createLineWorld, type LineWorld } from '../testing/line-world.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { claimDue, nextDueAt, settle } from './outbox.store.ts'
import { type Delivery, startDelivery } from './outbox-worker.ts'

const FAST = { pollMs: 50, retryPausesMs: Array.from({ length: 40 }, () => 5), channelPausesMs: [5] }
const ANY = { total: 10, perChannel: 10, taken: new Map<string, number>(), paused: [] }

let world: LineWorld
let headers: { authorization: string }
let nextCustomer = 0
let delivery: Delivery | undefined

beforeAll(async () => {
  world = await createLineWorld()
  headers = (await world.testDesk.signInAs()).headers
})
afterAll(() => world?.close())
beforeEach(() => world.clearFaults())
afterEach(async () => {
  await delivery?.stop()
  delivery = undefined
})

const send = async (ticketId: string, payload: object): Promise<Message> => {
  const url = `/api/staff/tickets/${ticketId}/send`
  const answer = await world.testDesk.app.inject({ method: 'POST', url, headers, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const sendText = (ticketId: string, text: string) => send(ticketId, { type: 'text', text })
const messagesOf = async (ticketId: string): Promise<Message[]> =>
  (
    await world.testDesk.app.inject({ url: `/api/staff/tickets/${ticketId}/messages?limit=200`, headers })
  ).json().items

/** A customer of the simulator's who has just written to the desk. */
async function conversation() {
  const userId = world.customer(nextCustomer++).user_id
  const { ticketId } = await openTicket(world.testDesk, { userId })
  return { userId, ticketId }
}

test('a message reaches the phone and is shown as sent', async () => {
  delivery = startDelivery(world.testDesk.context, FAST)
  const { userId, ticketId } = await conversation()
  const told: string[] = []
  const stop = world.testDesk.context.bus.subscribe((fact) => {
    if (fact.kind !== 'ticket') return
    for (const event of fact.events) if (event.type === 'message') told.push(event.data.delivery ?? 'IN')
  })
  const sent = await sendText(ticketId, 'สวัสดีค่ะ 👩‍👩‍👧‍👦\nบรรทัดสอง')
  await delivery.drain()
  stop()
  const [received] = await world.inbox(userId)
  expect(received).toMatchObject({ text: 'สวัสดีค่ะ 👩‍👩‍👧‍👦\nบรรทัดสอง', via: 'push', retry_key: sent.id })
  const stored = (await messagesOf(ticketId)).at(-1)
  expect(stored).toMatchObject({ id: sent.id, delivery: 'sent', via: 'push', delivery_error: null })
  expect(told).toEqual(['queued', 'sent'])
  const { rows } = await world.testDesk.context.db.$client.query(
    `select m.line_message_id, d.line_request_id is not null as has_request, d.sent_at is not null as has_time
     from messages m join deliveries d on d.message_id = m.id where m.id = $1`,
    [sent.id],
  )
  expect(rows).toEqual([{ line_message_id: received?.id, has_request: true, has_time: true }])
})

describe('whatever LINE does, each message arrives once and in order', () => {
  test.each([
    ['nothing', []],
    ['every other call fails with 500', [{ target: 'push', mode: '500', rate: 0.5 }]],
    ['every other answer is lost', [{ target: 'push', mode: 'drop_answer', rate: 0.5 }]],
    ['calls are refused for their rate', [{ target: 'push', mode: '429', rate: 0.4 }]],
    [
      'all of it',
      [
        { target: 'push', mode: '500', rate: 0.3 },
        { target: 'push', mode: 'drop_answer', rate: 0.3 },
        { target: 'push', mode: 'delay', rate: 0.2, delay_ms: 30 },
      ],
    ],
  ])('%s', async (_name, faults) => {
    const people = await Promise.all(Array.from({ length: 5 }, conversation))
    for (const fault of faults) await world.fault(fault)
    // Two workers, as two server processes would run them.
    delivery = startDelivery(world.testDesk.context, FAST)
    const second = startDelivery(world.testDesk.context, FAST)
    const texts = Array.from({ length: 8 }, (_, index) => `ข้อความ ${index}`)
    await Promise.all(
      people.map(async ({ ticketId }) => {
        for (const text of texts) await sendText(ticketId, text)
      }),
    )
    await delivery.drain()
    await second.stop()
    for (const { userId, ticketId } of people) {
      expect((await world.inbox(userId)).map((message) => message.text)).toEqual(texts)
      const ours = (await messagesOf(ticketId)).filter((message) => message.direction === 'OUT')
      expect(ours.map((message) => message.delivery)).toEqual(texts.map(() => 'sent'))
    }
  })
})

describe('a message claimed by a process that died', () => {
  /** It had claimed and pushed the first of two messages, and died before it could note that. */
  async function die() {
    const { userId, ticketId } = await conversation()
    const ids = [(await sendText(ticketId, 'หนึ่ง')).id, (await sendText(ticketId, 'สอง')).id]
    const line = await world.testDesk.context.line.forChannel('main')
    const pushed = await line.push(userId, [{ type: 'text', text: 'หนึ่ง' }], ids[0] ?? '')
    expect(pushed.kind).toBe('accepted')
    return { userId, ids }
  }
  const lease = (id: string | undefined, time: string) =>
    world.testDesk.context.db.$client.query(
      "update deliveries set state = 'sending', attempts = 1, leased_until = now() + $2::interval where message_id = $1",
      [id, time],
    )

  test('is sent at once when a process starts, and reaches the phone once', async () => {
    const { userId, ids } = await die()
    await lease(ids[0], '1 hour')
    delivery = startDelivery(world.testDesk.context, FAST)
    await delivery.drain()
    expect((await world.inbox(userId)).map((message) => message.retry_key)).toEqual(ids)
  })

  test('cannot be claimed during its lease, and can be afterwards', async () => {
    const { userId, ids } = await die()
    const { context } = world.testDesk
    await lease(ids[0], '1 hour')
    expect(await claimDue(context.db, 30_000, ANY)).toEqual([])
    await lease(ids[0], '0 ms')
    expect(await claimDue(context.db, 0, ANY)).toMatchObject([{ message_id: ids[0] }])
    delivery = startDelivery(context, FAST)
    await delivery.drain()
    expect((await world.inbox(userId)).map((message) => message.retry_key)).toEqual(ids)
  })
})

test('closing a ticket loses none of its queued messages', async () => {
  const { userId, ticketId } = await conversation()
  await sendText(ticketId, 'ลาก่อนค่ะ')
  await world.testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${ticketId}/close`, headers })
  delivery = startDelivery(world.testDesk.context, FAST)
  await delivery.drain()
  expect((await world.inbox(userId)).map((message) => message.text)).toEqual(['ลาก่อนค่ะ'])
})

describe('what LINE refuses', () => {
  test('fails with its reason, and the next message is sent', async () => {
    const { userId, ticketId } = await conversation()
    const { id } = await send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
    const query = "update messages set image_url = 'ftp://example.com/a.png' where id = $1"
    await world.testDesk.context.db.$client.query(query, [id])
    await send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
    delivery = startDelivery(world.testDesk.context, FAST)
    await delivery.drain()
    const ours = (await messagesOf(ticketId)).slice(1)
    expect(ours.map(({ delivery, delivery_error }) => [delivery, delivery_error])).toEqual([
      ['failed', 'image_not_https'],
      ['sent', null],
    ])
    expect((await world.inbox(userId)).map((message) => message.type)).toEqual(['image'])
  })

  test('a picture whose link begins with http:// goes out as https://', async () => {
    const { userId, ticketId } = await conversation()
    await send(ticketId, { type: 'image', image_url: 'http://example.com/a.png' })
    delivery = startDelivery(world.testDesk.context, FAST)
    await delivery.drain()
    expect(await world.inbox(userId)).toEqual([
      expect.objectContaining({
        message: expect.objectContaining({ originalContentUrl: 'https://example.com/a.png' }),
      }),
    ])
  })

  test('a monthly quota, an unknown customer, a wrong token', async () => {
    const { ticketId } = await conversation()
    const stranger = await openTicket(world.testDesk)
    await world.fault({ target: 'push', mode: 'quota', rate: 1 })
    delivery = startDelivery(world.testDesk.context, FAST)
    await sendText(ticketId, 'x')
    await delivery.drain()
    await world.clearFaults()
    await sendText(stranger.ticketId, 'x')
    await delivery.drain()
    const { db } = world.testDesk.context
    const { rows } = await db.$client.query("select access_token from channels where key = 'main'")
    await db.$client.query("update channels set access_token = 'wrong' where key = 'main'")
    await sendText(ticketId, 'y')
    await delivery.drain()
    await db.$client.query("update channels set access_token = $1 where key = 'main'", [rows[0].access_token])
    const errors = [...(await messagesOf(ticketId)), ...(await messagesOf(stranger.ticketId))]
      .filter((message) => message.direction === 'OUT')
      .map((message) => message.delivery_error)
    expect(errors).toEqual(['line_quota', 'line_auth', 'line_recipient'])
  })

  test('counts against a message only when LINE was called, not when a process that claimed it died', async () => {
    const { userId, ticketId } = await conversation()
    const { id } = await sendText(ticketId, 'อยู่ต่อ')
    await world.testDesk.context.db.$client.query(
      "update deliveries set state = 'sending', attempts = 7, leased_until = now() where message_id = $1",
      [id],
    )
    let calls = 0
    const { line } = world.testDesk.context
    const failsOnce: LineClients = {
      async forChannel(key) {
        const channel = await line.forChannel(key)
        calls += 1
        return calls > 1 ? channel : { ...channel, push: async () => ({ kind: 'retry', message: '500' }) }
      },
    }
    delivery = startDelivery(
      { ...world.testDesk.context, line: failsOnce },
      { pollMs: 50, retryPausesMs: [5, 5, 5, 5, 5, 5, 5] },
    )
    await delivery.drain()
    expect((await world.inbox(userId)).map((message) => message.text)).toEqual(['อยู่ต่อ'])
  })

  test('a message that keeps failing is given up, and the next one is sent', async () => {
    const { userId, ticketId } = await conversation()
    await world.fault({ target: 'push', mode: '500', rate: 1 })
    delivery = startDelivery(world.testDesk.context, { pollMs: 50, retryPausesMs: [5, 5, 5] })
    await sendText(ticketId, 'หายไป')
    await delivery.drain()
    await world.clearFaults()
    await sendText(ticketId, 'ถึงแล้ว')
    await delivery.drain()
    const ours = (await messagesOf(ticketId)).slice(1)
    expect(ours.map(({ delivery, delivery_error }) => [delivery, delivery_error])).toEqual([
      ['failed', 'line_unreachable'],
      ['sent', null],
    ])
    expect((await world.inbox(userId)).map((message) => message.text)).toEqual(['ถึงแล้ว'])
  })
})

test('what is due goes by the clock of the database, however wrong that of a process is', async () => {
  const ahead = await createTestDesk({ now: () => new Date(Date.now() + 3_600_000) })
  const { db } = ahead.context
  try {
    const [{ headers }, { ticketId }] = [await ahead.signInAs(), await openTicket(ahead)]
    const url = `/api/staff/tickets/${ticketId}/send`
    await ahead.app.inject({ method: 'POST', url, headers, payload: { type: 'text', text: 'ค่ะ' } })
    const [claim] = await claimDue(db, 30_000, ANY)
    if (claim === undefined) throw new Error('the answer is not due')
    await settle(db, claim, { state: 'queued', waitMs: 600_000, error: '503' })
    const { rows } = await db.$client.query<{ secs: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as secs from deliveries',
    )
    expect(rows[0]?.secs).toBeGreaterThan(0)
    // Ten minutes as the database counts them, which may set its clock back a little meanwhile; not an hour and ten.
    expect(rows[0]?.secs).toBeLessThan(700)
    expect(await claimDue(db, 30_000, ANY)).toEqual([])
  } finally {
    await ahead.close()
  }
})

test('at most `atOnce` pushes run at a time, and never two of one ticket', async () => {
  let most = 0
  const busy = new Set<string>()
  const full = Promise.withResolvers<void>()
  const channel: LineChannel = {
    async push(to, _messages, retryKey) {
      expect(busy.has(to)).toBe(false)
      busy.add(to)
      most = Math.max(most, busy.size)
      // As many as may be on their way wait for each other, and one question longer: a fifth would be among them.
      if (busy.size === 4) full.resolve()
      await full.promise
      await nextDueAt(world.testDesk.context.db)
      busy.delete(to)
      return { kind: 'accepted', requestId: null, lineMessageIds: [`slow-${retryKey}`] }
    },
    profile: async () => ({ kind: 'unknown' }),
  }
  const line: LineClients = { forChannel: async () => channel }
  const tickets = await Promise.all(Array.from({ length: 12 }, () => openTicket(world.testDesk)))
  await Promise.all(tickets.flatMap(({ ticketId }) => [sendText(ticketId, 'a'), sendText(ticketId, 'b')]))
  delivery = startDelivery({ ...world.testDesk.context, line }, { ...FAST, atOnce: 4 })
  await delivery.drain()
  expect(most).toBe(4)
})

test("a customer's profile is fetched, kept and shown", async () => {
  const { user_id, display_name } = world.customer(nextCustomer++)
  const named = new Promise<string>((resolve) => {
    world.testDesk.context.bus.subscribe((fact) => {
      if (fact.kind !== 'ticket') return
      for (const event of fact.events) {
        const name = event.type === 'ticket_update' ? event.data.profile?.display_name : undefined
        if (name === display_name) resolve(name)
      }
    })
  })
  const { ticketId } = await openTicket(world.testDesk, { userId: user_id })
  await named
  await postWebhook(world.testDesk, [textEvent(user_id, 'อีกข้อความ')])
  const ticket = (await world.testDesk.app.inject({ url: `/api/staff/tickets/${ticketId}`, headers })).json()
  expect(ticket.profile).toMatchObject({ display_name, picture_url: expect.stringMatching(/^http/) })
})

test('a retry time that has already passed does not make the timer negative', async () => {
  const warnings: string[] = []
  const hear = ({ name }: Error) => warnings.push(name)
  process.on('warning', hear)
  await world.fault({ target: 'push', mode: '500', rate: 1 })
  const { ticketId } = await conversation()
  const { id } = await sendText(ticketId, 'อีกครั้ง')
  const retryPausesMs = Array.from({ length: 10_000 }, () => 0)
  delivery = startDelivery(world.testDesk.context, { pollMs: 50, retryPausesMs })
  const attempts = async () => {
    const query = 'select attempts from deliveries where message_id = $1'
    return (await world.testDesk.context.db.$client.query(query, [id])).rows[0]?.attempts
  }
  await expect.poll(attempts).toBeGreaterThan(5)
  await world.clearFaults()
  await delivery.drain()
  process.off('warning', hear)
  expect(warnings).toEqual([])
})

describe('the retry key', () => {
  const calledBefore = (id: string, time: string) =>
    world.testDesk.context.db.$client.query(
      "update deliveries set attempts = 1, first_called_at = now() - $2::interval, created_at = now() - interval '3 days' where message_id = $1",
      [id, time],
    )
  const last = async (ticketId: string) => (await messagesOf(ticketId)).at(-1)

  test('is not used after it has expired at LINE: the message fails with retry_key_expired', async () => {
    const { userId, ticketId } = await conversation()
    const { id } = await sendText(ticketId, 'เมื่อวาน')
    await calledBefore(id, '23 hours 1 minute')
    delivery = startDelivery(world.testDesk.context, FAST)
    await delivery.drain()
    expect(await last(ticketId)).toMatchObject({ delivery: 'failed', delivery_error: 'retry_key_expired' })
    expect(await world.inbox(userId)).toEqual([])
  })

  test.each([
    ['22 hours', 1, 'sent', null],
    ['3 days', 0, 'failed', 'answer_too_old'],
  ])(
    'of a message that was never called and waited %s: it goes %i times',
    async (time, times, state, error) => {
      const { userId, ticketId } = await conversation()
      const { id } = await sendText(ticketId, 'รอมานาน')
      await world.testDesk.context.db.$client.query(
        'update deliveries set created_at = now() - $2::interval, next_attempt_at = now() - $2::interval where message_id = $1',
        [id, time],
      )
      delivery = startDelivery(world.testDesk.context, FAST)
      await delivery.drain()
      expect(await world.inbox(userId)).toHaveLength(times)
      expect(await last(ticketId)).toMatchObject({ delivery: state, delivery_error: error })
    },
  )

  test('is checked immediately before the push, also when the process was suspended in between', async () => {
    const { userId, ticketId } = await conversation()
    const { id } = await sendText(ticketId, 'หลับไป')
    const { line } = world.testDesk.context
    const slow: LineClients = {
      async forChannel(key) {
        await calledBefore(id, '30 hours')
        return line.forChannel(key)
      },
    }
    delivery = startDelivery({ ...world.testDesk.context, line: slow }, FAST)
    await delivery.drain()
    expect(await last(ticketId)).toMatchObject({ delivery: 'failed', delivery_error: 'retry_key_expired' })
    expect(await world.inbox(userId)).toEqual([])
  })
})

describe('official accounts beside each other', () => {
  const accepted: PushResult = { kind: 'accepted', requestId: null, lineMessageIds: [] }
  const profile: LineChannel['profile'] = async () => ({ kind: 'unknown' })
  beforeAll(() => world.testDesk.addChannel('other'))

  /** Staff have something to say to so many customers of an account. */
  const talk = (channelKey: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { ticketId } = await openTicket(world.testDesk, { channelKey })
        await sendText(ticketId, 'x')
        return ticketId
      }),
    )
  const stateOf = async (ticketId: string | undefined) => (await messagesOf(ticketId ?? '')).at(-1)?.delivery

  test('an account that does not answer uses up its own places only', async () => {
    const released = Promise.withResolvers<void>()
    let waiting = 0
    const slow: LineChannel = {
      async push() {
        waiting += 1
        await released.promise
        return accepted
      },
      profile,
    }
    const line: LineClients = {
      forChannel: async (key) => (key === 'main' ? slow : { push: async () => accepted, profile }),
    }
    await talk('main', 12)
    delivery = startDelivery({ ...world.testDesk.context, line }, { ...FAST, atOnce: 6, atOncePerChannel: 4 })
    await expect.poll(() => waiting).toBe(4)
    const [quick] = await talk('other', 1)
    await expect.poll(() => stateOf(quick)).toBe('sent')
    expect(waiting).toBe(4)
    released.resolve()
    await delivery.drain()
    expect(waiting).toBe(12)
  })

  test('a throttled account pauses all its messages, another account goes on', async () => {
    let calls = 0
    let isThrottled = true
    const strict: LineChannel = {
      async push() {
        calls += 1
        return isThrottled ? { kind: 'retry', message: '429', isThrottled: true } : accepted
      },
      profile,
    }
    const line: LineClients = {
      forChannel: async (key) => (key === 'main' ? strict : { push: async () => accepted, profile }),
    }
    let sleptMs = 0
    // The machine's clock is set back by a day in between: the pause goes by time that passes.
    const now = () => new Date(Date.now() - (sleptMs > 0 ? 86_400_000 : 0))
    const clock = () => performance.now() + sleptMs
    const others = await talk('main', 10)
    delivery = startDelivery(
      { ...world.testDesk.context, line, now },
      { ...FAST, atOncePerChannel: 2, channelPausesMs: [600_000], clock },
    )
    const [quick] = await talk('other', 1)
    await expect.poll(() => stateOf(quick)).toBe('sent')
    await expect.poll(() => calls).toBe(2)
    // Ten wait, and each look round passes them over.
    const [again] = await talk('other', 1)
    await expect.poll(() => stateOf(again)).toBe('sent')
    expect(calls).toBe(2)
    isThrottled = false
    sleptMs = 3_600_000
    await world.testDesk.context.db.$client.query('update deliveries set next_attempt_at = now()')
    await delivery.drain()
    expect(await Promise.all(others.map(stateOf))).toEqual(others.map(() => 'sent'))
  })
})
