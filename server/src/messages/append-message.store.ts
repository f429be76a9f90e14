import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { MessageKind } from 'shared/contract/messages/message-content.ts'
import type { Tx } from '../db/client.ts'
import { deliveries } from '../db/line-schema.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import type { messages } from '../db/schema.ts'
import { storableText } from '../db/storable-text.ts'
import { lineOf, preview } from './message-preview.ts'

/** A message to store, possibly older than stored ones: LINE may deliver late. `sortAt` defaults to now. */
export interface NewMessage
  extends Omit<typeof messages.$inferInsert, 'channelKey' | 'seq' | 'revision' | 'createdAt' | 'unsentAt'> {
  messageType: string
  kind?: MessageKind | null
  text: string | null
  /** True when a queued outbound message counts as a reply. Defaults to true; ignored for inbound messages. */
  countsAsReply?: boolean
}

/**
 * Adds messages to open tickets and skips other tickets. All messages of one ticket must have the same direction. The
 * UPDATE locks each ticket, so that `seq` follows the commit order. For several tickets, the caller must take the locks
 * first.
 */
export async function appendMessages(
  tx: Tx,
  messages: readonly NewMessage[],
  now: Date,
): Promise<{ id: string; seq: number }[]> {
  const numbered = numberWithinTickets(messages, now)
  const changes = Map.groupBy(numbered, ({ ticketId }) => ticketId)
  return executePrepared<{ id: string; seq: number }>(
    tx,
    'append messages',
    sql`
    with change as (select * from jsonb_to_recordset(${json([...changes.values()].map(changeOf))}::jsonb) as c ("ticketId" uuid,
      direction message_direction, count int, "countsAsReply" boolean, "waitsSince" timestamptz, "newestAt" timestamptz, "newestSortAt" timestamptz,
      "shownNth" int, "shownType" text, "shownText" text)),
    ticket as (
      update tickets t set
        last_seq = t.last_seq + c.count,
        revision = greatest(t.revision, t.last_seq) + c.count,
        last_in_seq = case when ${IS_IN} then t.last_seq + c.count else t.last_in_seq end,
        last_in_xid = case when ${IS_IN} then pg_current_xact_id()::text::bigint else t.last_in_xid end,
        in_count = t.in_count + case when ${IS_IN} then c.count else 0 end,
        last_out_seq = case when ${IS_IN} then t.last_out_seq else t.last_seq + c.count end,
        waiting_since = case when ${IS_IN} then least(t.waiting_since, c."waitsSince") when not c."countsAsReply" then t.waiting_since end,
        last_activity_at = greatest(t.last_activity_at, c."newestAt"),
        newest_sort_at = greatest(t.newest_sort_at, c."newestSortAt"),
        shown_seq = case when not ${IS_SHOWN} then coalesce(t.shown_seq, t.last_seq) when c."shownNth" < c.count then t.last_seq + c."shownNth" end,
        last_message_direction = case when ${IS_SHOWN} then c.direction else t.last_message_direction end,
        last_message_type = case when ${IS_SHOWN} then c."shownType" else t.last_message_type end,
        last_message_text = case when ${IS_SHOWN} then c."shownText" else t.last_message_text end,
        last_message_at = case when ${IS_SHOWN} then c."newestAt" else t.last_message_at end,
        version = t.version + 1
      from change c
      where t.id = any(${sql.param([...changes.keys()])}::uuid[]) and t.id = c."ticketId" and t.status = 'OPEN'
      returning t.id, t.channel_key, t.last_seq - c.count as seq_before, t.revision - c.count as revision_before)
    insert into messages (id, ticket_id, channel_key, seq, revision, direction, message_type, kind, content, text, image_url, media_url,
      payload, line_message_id, source_event_id, mark_as_read_token, client_message_id, retry_of, sender_staff_id, quote_token, event_time,
      sort_at, created_at)
    select m.id, ticket.id, ticket.channel_key, ticket.seq_before + m.nth, ticket.revision_before + m.nth, m.direction, m."messageType", m.kind,
      m.content, m.text, m."imageUrl", m."mediaUrl", m.payload, m."lineMessageId", m."sourceEventId", m."markAsReadToken", m."clientMessageId",
      m."retryOf", m."senderStaffId", m."quoteToken", m."eventTime", m."sortAt",
      ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${json(numbered)}::jsonb) as m (id uuid, "ticketId" uuid, nth int, direction message_direction, "messageType" text,
      kind text, content jsonb, text text, "imageUrl" text, "mediaUrl" text, payload jsonb, "lineMessageId" text, "sourceEventId" text,
      "markAsReadToken" text, "clientMessageId" text, "retryOf" uuid, "senderStaffId" uuid, "quoteToken" text, "eventTime" timestamptz,
      "sortAt" timestamptz)
    join ticket on ticket.id = m."ticketId"
    order by ticket.id, m.nth
    returning id, seq`,
  )
}

/** Adds a message to a ticket. Returns undefined when the ticket is not open. */
export async function appendMessage(
  tx: Tx,
  message: NewMessage,
  now: Date,
): Promise<{ id: string; seq: number } | undefined> {
  const [appended] = await appendMessages(tx, [message], now)
  return appended
}

const IS_IN = sql`c.direction = 'IN'`
/** SQL condition: ticket lists show this message. A late customer message is not shown if the shown one is newer. */
const IS_SHOWN = sql`(c.direction = 'OUT' or coalesce(t.last_message_at <= c."newestAt", true))`

type Numbered = NewMessage & { id: string; sortAt: Date; nth: number }

function numberWithinTickets(messages: readonly NewMessage[], now: Date): Numbered[] {
  const counts = new Map<string, number>()
  return messages.map((message) => {
    const nth = (counts.get(message.ticketId) ?? 0) + 1
    counts.set(message.ticketId, nth)
    return { ...message, id: message.id ?? randomUUID(), sortAt: message.sortAt ?? now, nth }
  })
}

/** When messages have the same time, the last one in the list is the newest. */
function changeOf(messages: readonly Numbered[]) {
  const [first] = messages
  if (first === undefined) throw new Error('a ticket change needs a message')
  const newest = messages.reduce((best, each) => (each.eventTime >= best.eventTime ? each : best))
  const { messageType, text } = newest
  return {
    ticketId: first.ticketId,
    direction: first.direction,
    count: messages.length,
    countsAsReply: first.countsAsReply ?? true,
    waitsSince: new Date(Math.min(...messages.map(({ eventTime }) => eventTime.getTime()))),
    newestAt: newest.eventTime,
    newestSortAt: new Date(Math.max(...messages.map(({ sortAt }) => sortAt.getTime()))),
    shownNth: newest.nth,
    shownType: messageType,
    shownText: preview(lineOf(messageType, text)),
  }
}

/** Serializes a value as JSON without the characters that PostgreSQL cannot store. */
const json = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? storableText(each) : each))

/** Queues a message, due now by the database's clock. `toBlocked`: the customer has blocked the channel. */
export async function queueDelivery(
  tx: Tx,
  message: typeof deliveries.$inferInsert & { toBlocked: boolean },
): Promise<void> {
  await tx.insert(deliveries).values(message)
}
