import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Outcome, settle } from '../delivery/delivery-outcome.store.ts'
import { claimDue } from '../delivery/outbox.store.ts'
import { preview } from '../messages/message-preview.ts'
import { lineEvent, postWebhook, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk
let headers: { authorization: string }
beforeAll(async () => {
  headers = (await testDesk.signInAs()).headers
})

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
  delivery: 'queued' | 'sending' | 'sent' | 'failed' | null
  revision: number
}

type Step =
  | { kind: 'customer'; text: string; ageMs: number }
  | { kind: 'sticker' }
  | { kind: 'staff'; text: string; repeat: boolean }
  | { kind: 'accept' | 'close' }
  | { kind: 'deliver'; outcome: 'sent' | 'failed' }

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
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      outcome: fc.constantFrom('sent' as const, 'failed' as const),
    }),
  },
)

test('list columns of tickets agree with messages and events after any sequence of actions', async () => {
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
  } else if (step.kind === 'deliver') {
    await deliver(userId, step.outcome)
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

/** Delivers the next message of each ticket of the customer, like the delivery worker. */
async function deliver(userId: string, outcome: 'sent' | 'failed'): Promise<void> {
  const { db, config, mediaAddresses } = testDesk.context
  const now = new Date()
  const everything = { total: 1_000, perChannel: 1_000, inUse: new Map<string, number>(), paused: [] }
  const claims = await claimDue(db, config, 0, everything)
  for (const claim of claims.filter(({ lineUserId }) => lineUserId === userId)) {
    const result: Outcome =
      outcome === 'sent'
        ? { state: outcome, requestId: null, sentMessages: [] }
        : { state: outcome, errorCode: 'line_rejected', error: '400' }
    await settle(db, claim, result, { now, mediaAddresses })
  }
}

const ticketsOf = (userId: string) =>
  query<TicketRow>(
    'select t.* from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1',
    [userId],
  )

/** Computes the ticket's columns from its messages and events, and compares them with the stored columns. */
async function compare(ticket: TicketRow): Promise<void> {
  const messages = await query<MessageRow>(
    'select m.*, d.state as delivery from messages m left join deliveries d on d.message_id = m.id where m.ticket_id = $1 order by m.seq',
    [ticket.id],
  )
  const events = await query<{ kind: string; at: Date; revision: number | null }>(
    'select kind, at, revision from ticket_events where ticket_id = $1 order by id',
    [ticket.id],
  )
  let waitingSince: Date | null = null
  let lastActivity = ticket.opened_at
  for (const message of messages) {
    if (message.direction === 'IN') {
      // LINE's event times are compared, because a message that LINE delivers late may be older than the previous one.
      if (waitingSince === null || message.event_time < waitingSince) waitingSince = message.event_time
    }
    // A sent reply ends the waiting time; a failed one does not.
    else if (message.delivery !== 'failed') waitingSince = null
    if (message.event_time > lastActivity) lastActivity = message.event_time
  }
  const of = (direction: string) => messages.filter((message) => message.direction === direction)
  // Newest message by LINE's event time; among messages with the same time, the one with the highest `seq`.
  const last = messages.toSorted((a, b) => a.event_time.getTime() - b.event_time.getTime()).at(-1)
  const sent = of('OUT').filter((message) => message.delivery === 'sent')
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
    shown_seq: last?.seq === messages.length ? null : last?.seq,
    first_response_at: sent[0]?.event_time ?? null,
    revision: Math.max(...[...messages, ...events].map(({ revision }) => revision ?? 0)),
    accepted_at: at('accepted'),
    closed_at: at('closed'),
  })
  expect(at('opened')).toEqual(ticket.opened_at)
  expect(at('first_response')).toEqual(ticket.first_response_at)
  const times = (kind: string) => events.filter((event) => event.kind === kind).length
  for (const once of ['opened', 'accepted', 'first_response', 'closed']) expect(times(once)).toBeLessThan(2)
  expect(times('answer_failed')).toBe(messages.filter((message) => message.delivery === 'failed').length)
  expect(times('answered')).toBe(waitingsEnded(messages))
  expect(new Set(messages.map((message) => message.revision)).size).toBe(messages.length)
  // Each outbound message has one outbox row, and no inbound message has one.
  const [outbox] = await query<{ count: number }>(
    'select count(*)::int as count from deliveries where ticket_id = $1',
    [ticket.id],
  )
  expect(outbox?.count).toBe(of('OUT').length)
}

/** Returns how often a waiting time ended, that is, how often a sent reply followed inbound messages. */
function waitingsEnded(messages: readonly MessageRow[]): number {
  let ended = 0
  let waits = false
  for (const { direction, delivery } of messages) {
    if (direction === 'IN') waits = true
    else if (delivery === 'sent' && waits) {
      ended += 1
      waits = false
    }
  }
  return ended
}
