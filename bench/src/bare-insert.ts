import { randomBytes } from 'node:crypto'
import { closeDatabase, type Db, openReserve } from '../../server/src/db/client.ts'

interface Connection {
  query<Row>(statement: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

const TICKETS_EACH = 20

/** Measures plain inserts of LINE events. The events are marked as applied, so that no server processes them. */
export async function bareInsertRate(
  db: Db,
  channelKey: string,
  concurrency: number,
  ms: number,
): Promise<number> {
  const own = openReserve(db, concurrency)
  const clients = await Promise.all(Array.from({ length: concurrency }, () => own.$client.connect()))
  const tickets = await Promise.all(clients.map((client) => makeTickets(client, channelKey)))
  let count = 0
  const began = performance.now()
  await Promise.all(
    clients.map(async (client, index) => {
      const ids = tickets[index] ?? []
      for (let round = 0; performance.now() - began < ms; round += 1) {
        const ticketId = ids[round % ids.length] ?? ''
        await insertMessage(client, { channelKey, ticketId, seq: Math.floor(round / ids.length) + 1 })
        count += 1
      }
    }),
  )
  const took = performance.now() - began
  for (const client of clients) client.release()
  await closeDatabase(own)
  return (count * 1_000) / took
}

async function makeTickets(client: Connection, channelKey: string): Promise<string[]> {
  const made = await client.query<{ id: string }>(
    `with customer as (
       insert into customers (channel_key, line_user_id) values ($1, $2) returning id)
     insert into tickets (channel_key, customer_id, status, subject, opened_at, closed_at, last_activity_at)
     select $1, customer.id, 'CLOSED', 'OTHER', now(), now(), now() from customer, generate_series(1, ${TICKETS_EACH}) returning id`,
    [channelKey, id()],
  )
  return made.rows.map((row) => row.id)
}

async function insertMessage(
  client: Connection,
  { channelKey, ticketId, seq }: { channelKey: string; ticketId: string; seq: number },
): Promise<void> {
  const [eventId, userId, messageId] = [id(), id(), id()]
  const text = `สอบถามเรื่องคำสั่งซื้อเลขที่ ${messageId.slice(0, 12)} ยังไม่ได้รับของเลยค่ะ`
  const body = {
    type: 'message',
    webhookEventId: eventId,
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'user', userId },
    deliveryContext: { isRedelivery: false },
    replyToken: id(),
    message: { id: messageId, type: 'text', text, quoteToken: id() },
  }
  await client.query('begin')
  await client.query(
    `insert into line_events (webhook_event_id, channel_key, type, user_id, line_message_id, body, applied_at)
     values ($1, $2, 'message', $3, $4, $5, now())`,
    [eventId, channelKey, userId, messageId, JSON.stringify(body)],
  )
  await client.query(
    `insert into messages (ticket_id, channel_key, seq, revision, direction, kind, text, line_message_id, quote_token, event_time, sort_at)
     values ($1, $2, $3, $3, 'IN', 'text', $4, $5, $6, now(), now())`,
    [ticketId, channelKey, seq, text, messageId, body.message.quoteToken],
  )
  await client.query('commit')
}

const id = () => randomBytes(16).toString('hex')
