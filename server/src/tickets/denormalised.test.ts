import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineEvent, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { preview } from './preview.ts'

let testDesk: TestDesk
let headers: { authorization: string }
beforeAll(async () => {
  testDesk = await createTestDesk()
  headers = (await testDesk.signInAs()).headers
})
afterAll(() => testDesk?.close())

const query = async <T extends object>(text: string, values: unknown[]) =>
  (await testDesk.desk.db.$client.query<T>(text, values)).rows

interface TicketRow {
  id: string
  status: string
  opened_at: Date
  closed_at: Date | null
  [column: string]: unknown
}
interface MessageRow {
  seq: number
  direction: 'IN' | 'OUT'
  message_type: string
  text: string | null
  event_time: Date
}

type Step =
  | { kind: 'customer'; text: string; ageMs: number }
  | { kind: 'sticker' }
  | { kind: 'staff'; text: string; repeat: boolean }
  | { kind: 'accept' | 'close' }

const words = fc.constantFrom('ฝากเงินไม่เข้า', 'ขอบคุณค่ะ', 'ย'.repeat(400), '👩‍👩‍👧‍👦'.repeat(100), ' ')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('customer' as const), text: words, ageMs: fc.nat(100_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sticker' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('staff' as const), text: words, repeat: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'close' as const) }) },
)

test('what lists read of a ticket is what its messages and events say, after any story', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const userId = randomLineUserId()
      for (const each of steps) await play(userId, each)
      for (const ticket of await ticketsOf(userId)) await compare(ticket)
    }),
    { numRuns: 40 },
  )
}, 120_000)

async function play(userId: string, step: Step): Promise<void> {
  if (step.kind === 'customer') {
    await postWebhook(testDesk, [textEvent(userId, step.text, { timestamp: Date.now() - step.ageMs })])
  } else if (step.kind === 'sticker') {
    const message = { type: 'sticker', id: crypto.randomUUID(), packageId: '1', stickerId: '2' }
    await postWebhook(testDesk, [lineEvent(userId, { type: 'message', message })])
  } else {
    const ticket = (await ticketsOf(userId)).find((each) => each.status === 'OPEN')
    if (ticket === undefined) return
    const path = step.kind === 'staff' ? 'send' : step.kind
    const payload = {
      type: 'text',
      text: step.kind === 'staff' ? step.text : '',
      client_message_id: crypto.randomUUID(),
    }
    const times = step.kind === 'staff' && step.repeat ? 2 : 1
    for (let time = 0; time < times; time += 1) {
      const body = step.kind === 'staff' ? { payload } : {}
      await testDesk.app.inject({
        method: 'POST',
        url: `/api/staff/tickets/${ticket.id}/${path}`,
        headers,
        ...body,
      })
    }
  }
}

const ticketsOf = (userId: string) =>
  query<TicketRow>(
    'select t.* from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1',
    [userId],
  )

/** Computes everything again from the messages, one by one. */
async function compare(ticket: TicketRow): Promise<void> {
  const messages = await query<MessageRow>('select * from messages where ticket_id = $1 order by seq', [
    ticket.id,
  ])
  const events = await query<{ kind: string; at: Date }>(
    'select kind, at from ticket_events where ticket_id = $1 order by id',
    [ticket.id],
  )
  let waitingSince: Date | null = null
  let lastActivity = ticket.opened_at
  for (const message of messages) {
    waitingSince = message.direction === 'OUT' ? null : (waitingSince ?? message.event_time)
    if (message.event_time > lastActivity) lastActivity = message.event_time
  }
  const of = (direction: string) => messages.filter((message) => message.direction === direction)
  const last = messages.at(-1)
  const at = (kind: string) => events.find((event) => event.kind === kind)?.at ?? null

  expect(messages.map((message) => message.seq)).toEqual(messages.map((_, index) => index + 1))
  expect(ticket).toMatchObject({
    opened_at: messages[0]?.event_time,
    last_seq: messages.length,
    last_in_seq: of('IN').at(-1)?.seq ?? 0,
    last_out_seq: of('OUT').at(-1)?.seq ?? 0,
    in_count: of('IN').length,
    waiting_since: ticket.status === 'OPEN' ? waitingSince : null,
    last_activity_at: lastActivity,
    last_message_direction: last?.direction,
    last_message_type: last?.message_type,
    last_message_text: preview(last?.text ?? null),
    last_message_at: last?.event_time,
    first_response_at: of('OUT')[0]?.event_time ?? null,
    accepted_at: at('accepted'),
    closed_at: at('closed'),
  })
  expect(at('opened')).toEqual(ticket.opened_at)
  expect(at('first_response')).toEqual(ticket.first_response_at)
  expect(events.map((event) => event.kind)).toEqual([...new Set(events.map((event) => event.kind))])
  // One row in the outbox for each message of ours, none for the customer's.
  const [outbox] = await query<{ count: number }>(
    'select count(*)::int as count from deliveries where ticket_id = $1',
    [ticket.id],
  )
  expect(outbox?.count).toBe(of('OUT').length)
}
