import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { decryptSecret } from '../channels/channel-secrets.store.ts'
import type { Db } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { randomLineUserId, type TestDesk } from './test-desk.ts'

type Event = Record<string, unknown>
type Desk = Pick<TestDesk, 'context' | 'app'>

let serial = 0
const nextId = () => `${Date.now()}${String(++serial).padStart(6, '0')}`

/** Returns a webhook event in LINE's format; `more` overrides its fields. */
export function lineEvent(userId: string, more: Event): Event {
  return {
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'user', userId },
    webhookEventId: `01${randomBytes(12).toString('hex').toUpperCase()}`,
    deliveryContext: { isRedelivery: false },
    ...more,
  }
}

export function textEvent(userId: string, text: string, more: Event = {}): Event {
  const message = { id: nextId(), type: 'text', text, quoteToken: `q${nextId()}` }
  return lineEvent(userId, { type: 'message', replyToken: randomBytes(16).toString('hex'), message, ...more })
}

export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

const APPLIED_WITHIN_MS = 50_000
/** Poll interval in ms at first; it grows to 250, so that many waiting tests leave enough connections for others. */
const RETRY_MS = 10
const RETRY_MAX_MS = 250

/**
 * Posts events to the webhook with LINE's signature and waits until they are applied, which may be after the response
 * on a busy machine.
 */
export async function postWebhook(
  { context, app }: Desk,
  events: Event[],
  { channelKey = 'main', destination }: { channelKey?: string; destination?: string } = {},
) {
  const [channel] = await context.db.select().from(channels).where(eq(channels.key, channelKey))
  if (channel === undefined) throw new Error(`there is no channel ${channelKey}`)
  const body = JSON.stringify({ destination: destination ?? channel.lineBotUserId, events })
  const response = await app.inject({
    method: 'POST',
    url: `/line/webhook/${channelKey}`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-line-signature': signatureOf(
        decryptSecret(context.encryption, channelKey, 'secret', channel.secret),
        body,
      ),
    },
    payload: body,
  })
  if (response.statusCode === 200) await applied(context.db, events)
  return response
}

async function applied(db: Db, events: Event[]): Promise<void> {
  const ids = events.map((event) => event?.webhookEventId ?? null)
  const deadline = performance.now() + APPLIED_WITHIN_MS
  for (let wait = RETRY_MS; ; wait = Math.min(2 * wait, RETRY_MAX_MS)) {
    const { rowCount } = await db.$client.query(
      'select 1 from line_events where applied_at is null and webhook_event_id = any($1)',
      [ids],
    )
    if (rowCount === 0) return
    if (performance.now() > deadline) throw new Error('events were not applied in time')
    await pause(wait)
  }
}

/** Returns the id of a customer's open ticket; undefined when no ticket is open. */
export async function openTicketIdOf(
  client: pg.Pool | pg.Client,
  userId: string,
  channelKey = 'main',
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select t.id from tickets t join customers c on c.id = t.customer_id
     where c.line_user_id = $1 and t.channel_key = $2 and t.status = 'OPEN'`,
    [userId, channelKey],
  )
  return rows[0]?.id
}

/** Sends the first message of a customer. Returns the id of the ticket that the message opened. */
export async function openTicket(
  testDesk: Desk,
  { userId = randomLineUserId(), text = 'สวัสดีค่ะ', channelKey = 'main' } = {},
): Promise<{ ticketId: string; userId: string }> {
  const response = await postWebhook(testDesk, [textEvent(userId, text)], { channelKey })
  if (response.statusCode !== 200)
    throw new Error(`the webhook returned ${response.statusCode}: ${response.body}`)
  const ticketId = await openTicketIdOf(testDesk.context.db.$client, userId, channelKey)
  if (ticketId === undefined) throw new Error('the webhook opened no ticket')
  return { ticketId, userId }
}

interface StoredMessage {
  ticket_id: string
  seq: number
  text: string
  message_type: string
  payload: Record<string, unknown> | null
}

/** Returns a customer's stored messages; those of an earlier ticket come first. */
export async function storedMessagesOf(testDesk: Desk, userId: string): Promise<StoredMessage[]> {
  const found = await testDesk.context.db.$client.query<StoredMessage>(
    `select m.ticket_id, m.seq, m.text, m.message_type, m.payload from messages m
     join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
     where c.line_user_id = $1 order by t.opened_at, m.seq`,
    [userId],
  )
  return found.rows
}
