import { describe, expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import { mockLine } from '../testing/mock-line-channel.ts'
import { ANY_CAPACITY, FAST, useOutboxWorld } from '../testing/outbox-world.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { settle } from './delivery-outcome.store.ts'
import { claimDue, nextDueAt } from './outbox.store.ts'

const outbox = useOutboxWorld()

test('delivers a message to the customer and shows it as sent', async () => {
  const delivery = outbox.start()
  const { userId, ticketId } = await outbox.conversation()
  const deliveryStates: string[] = []
  const stop = outbox.world.testDesk.context.bus.subscribe((busEvent) => {
    if (busEvent.kind !== 'ticket') return
    for (const event of busEvent.events)
      if (event.type === 'message') deliveryStates.push(event.data.delivery ?? 'IN')
  })
  const sent = await outbox.sendText(ticketId, 'สวัสดีค่ะ 👩‍👩‍👧‍👦\nบรรทัดสอง')
  await delivery.drain()
  stop()
  const [received] = await outbox.world.inbox(userId)
  expect(received).toMatchObject({ text: 'สวัสดีค่ะ 👩‍👩‍👧‍👦\nบรรทัดสอง', via: 'push', retry_key: sent.id })
  const stored = (await outbox.messagesOf(ticketId)).at(-1)
  expect(stored).toMatchObject({ id: sent.id, delivery: 'sent', via: 'push', delivery_error: null })
  expect(deliveryStates).toEqual(['queued', 'sent'])
  const { rows } = await outbox.world.testDesk.context.db.$client.query(
    `select m.line_message_id, d.line_request_id is not null as has_request, d.sent_at is not null as has_time
     from messages m join deliveries d on d.message_id = m.id where m.id = $1`,
    [sent.id],
  )
  expect(rows).toEqual([{ line_message_id: received?.id, has_request: true, has_time: true }])
})

describe('each message is delivered once and in order', () => {
  test.each([
    ['none', []],
    ['every other call fails with 500', [{ target: 'push', mode: '500', rate: 0.5 }]],
    ['every other response is lost', [{ target: 'push', mode: 'drop_answer', rate: 0.5 }]],
    ['calls are rate-limited', [{ target: 'push', mode: '429', rate: 0.4 }]],
    [
      'all of them together',
      [
        { target: 'push', mode: '500', rate: 0.3 },
        { target: 'push', mode: 'drop_answer', rate: 0.3 },
        { target: 'push', mode: 'delay', rate: 0.2, delay_ms: 30 },
      ],
    ],
  ])('delivers each message once and in order with fault: %s', async (_name, faults) => {
    const conversations = await Promise.all(Array.from({ length: 5 }, outbox.conversation))
    for (const fault of faults) await outbox.world.fault(fault)
    // Starts two workers on one database, like two server processes.
    const delivery = outbox.start()
    outbox.start()
    const texts = Array.from({ length: 8 }, (_, index) => `ข้อความ ${index}`)
    await Promise.all(
      conversations.map(async ({ ticketId }) => {
        for (const text of texts) await outbox.sendText(ticketId, text)
      }),
    )
    await delivery.drain()
    for (const { userId, ticketId } of conversations) {
      expect((await outbox.world.inbox(userId)).map((message) => message.text)).toEqual(texts)
      const ours = (await outbox.messagesOf(ticketId)).filter((message) => message.direction === 'OUT')
      expect(ours.map((message) => message.delivery)).toEqual(texts.map(() => 'sent'))
    }
  })
})

describe('a claim without a stored call, whose process crashed', () => {
  /** Stores two messages and claims the first with a lease of `time`. */
  async function claimed(time: string) {
    const { userId, ticketId } = await outbox.conversation()
    const first = await outbox.sendText(ticketId, 'หนึ่ง')
    await outbox.sendText(ticketId, 'สอง')
    await lease(first.id, time)
    return { userId, id: first.id }
  }
  const lease = (id: string, time: string) =>
    outbox.world.testDesk.context.db.$client.query(
      "update deliveries set state = 'sending', attempts = 1, leased_until = now() + $2::interval where message_id = $1",
      [id, time],
    )
  const textsOf = async (userId: string) => (await outbox.world.inbox(userId)).map(({ text }) => text)

  test('the claim of a crashed process is released at the next start, and the message is delivered once', async () => {
    const { userId } = await claimed('1 hour')
    const delivery = outbox.start()
    await delivery.drain()
    expect(await textsOf(userId)).toEqual(['หนึ่ง', 'สอง'])
  })

  test('a claimed message cannot be claimed again before the lease has expired', async () => {
    const { userId, id } = await claimed('1 hour')
    const { context } = outbox.world.testDesk
    expect(await claimDue(context.db, context.config, 30_000, ANY_CAPACITY)).toEqual([])
    await lease(id, '0 ms')
    expect(await claimDue(context.db, context.config, 0, ANY_CAPACITY)).toMatchObject([{ headId: id }])
    const delivery = outbox.start()
    await delivery.drain()
    expect(await textsOf(userId)).toEqual(['หนึ่ง', 'สอง'])
  })
})

test('sends queued messages after the ticket is closed', async () => {
  const { userId, ticketId } = await outbox.conversation()
  await outbox.sendText(ticketId, 'ลาก่อนค่ะ')
  await outbox.world.testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/close`,
    headers: outbox.headers,
  })
  const delivery = outbox.start()
  await delivery.drain()
  expect((await outbox.world.inbox(userId)).map((message) => message.text)).toEqual(['ลาก่อนค่ะ'])
})

test('due times of messages use the database clock, however wrong the process clock is', async () => {
  const ahead = await createTestDesk({ now: () => new Date(Date.now() + 3_600_000) })
  const { db, config, mediaAddresses } = ahead.context
  try {
    const [{ headers }, { ticketId }] = [await ahead.signInAs(), await openTicket(ahead)]
    const url = `/api/staff/tickets/${ticketId}/send`
    await ahead.app.inject({ method: 'POST', url, headers, payload: { type: 'text', text: 'ค่ะ' } })
    const [claim] = await claimDue(db, config, 30_000, ANY_CAPACITY)
    if (claim === undefined) throw new Error('the reply is not due')
    await settle(
      db,
      claim,
      { state: 'queued', waitMs: 600_000, error: '503' },
      { now: new Date(), mediaAddresses },
    )
    const { rows } = await db.$client.query<{ secs: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as secs from deliveries',
    )
    expect(rows[0]?.secs).toBeGreaterThan(0)
    // Expects ten minutes (with tolerance) by the database clock; the process clock would result in 70 minutes.
    expect(rows[0]?.secs).toBeLessThan(700)
    expect(await claimDue(db, config, 30_000, ANY_CAPACITY)).toEqual([])
  } finally {
    await ahead.close()
  }
})

test('runs at most `concurrency` pushes at a time, and never two for one customer', async () => {
  let most = 0
  const busy = new Set<string>()
  const full = Promise.withResolvers<void>()
  const line = mockLine({
    async push(body) {
      const { to } = JSON.parse(body) as { to: string }
      expect(busy.has(to)).toBe(false)
      busy.add(to)
      most = Math.max(most, busy.size)
      // Holds four requests until all have begun and a database query has finished, so that a fifth would be noticed.
      if (busy.size === 4) full.resolve()
      await full.promise
      await nextDueAt(outbox.world.testDesk.context.db)
      busy.delete(to)
      return { kind: 'accepted', requestId: null, sentMessages: [] }
    },
  })
  const tickets = await Promise.all(Array.from({ length: 12 }, () => openTicket(outbox.world.testDesk)))
  await Promise.all(
    tickets.flatMap(({ ticketId }) => [outbox.sendText(ticketId, 'a'), outbox.sendText(ticketId, 'b')]),
  )
  const delivery = outbox.start({ ...FAST, concurrency: 4 }, { line })
  await delivery.drain()
  expect(most).toBe(4)
})

test('a retry time in the past sets no negative timer', async () => {
  const warnings: string[] = []
  const handle = ({ name }: Error) => warnings.push(name)
  process.on('warning', handle)
  await outbox.world.fault({ target: 'push', mode: '500', rate: 1 })
  const { ticketId } = await outbox.conversation()
  const { id } = await outbox.sendText(ticketId, 'อีกครั้ง')
  const retryPausesMs = Array.from({ length: 10_000 }, () => 0)
  const delivery = outbox.start({ pollMs: 50, retryPausesMs })
  const attempts = async () => {
    const query = 'select attempts from deliveries where message_id = $1'
    return (await outbox.world.testDesk.context.db.$client.query(query, [id])).rows[0]?.attempts
  }
  await expect.poll(attempts).toBeGreaterThan(5)
  await outbox.world.clearFaults()
  await delivery.drain()
  process.off('warning', handle)
  expect(warnings).not.toContain('TimeoutNegativeWarning')
})
