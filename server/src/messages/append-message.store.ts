import { sql } from 'drizzle-orm'
import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'
import type { MessageKind, StoredContent } from 'shared/contract/messages/message-content.ts'
import type { Tx } from '../db/client.ts'
import { deliveries } from '../db/schema.ts'
import { preview } from './message-preview.ts'

/** A message to append to its ticket, though maybe not the newest by time: LINE, or a replay, may deliver one late. */
export interface NewMessage {
  ticketId: string
  direction: 'IN' | 'OUT'
  /** Of an OUT message: whether it counts as an answer once queued. Default: true. */
  isAnswer?: boolean
  messageType: string
  kind?: MessageKind | null
  content?: StoredContent | null
  text: string | null
  imageUrl?: string | null
  payload?: Record<string, unknown> | null
  lineMessageId?: string | null
  sourceEventId?: string | null
  markAsReadToken?: string | null
  clientMessageId?: string | null
  /** The failed message in whose place this one goes. */
  retryOf?: string | null
  senderStaffId?: string | null
  quoteToken?: string | null
  mediaUrl?: string | null
  eventTime: Date
  /** Where it stands among the others; default: now. */
  sortAt?: Date
}

/**
 * Appends a message to a ticket: gives out the next seq under the row's lock and brings the columns along that lists read.
 * The update takes the lock itself, so that seq follows the order of commits. Answers the message's id and seq; undefined when
 * the ticket is not open (any more).
 */
export async function appendMessage(
  tx: Tx,
  message: NewMessage,
  now: Date,
): Promise<{ id: string; seq: number } | undefined> {
  const at = message.eventTime.toISOString()
  const sortAt = (message.sortAt ?? now).toISOString()
  const isIn = message.direction === 'IN'
  const shown = preview(message.text ?? (message.messageType === 'image' ? MESSAGE_PLACEHOLDERS.image : null))
  // A staff message is always the newest; a customer's may be older than what lists show.
  const isShown = isIn ? sql`coalesce(last_message_at <= ${at}::timestamptz, true)` : sql`true`
  const appended = await tx.execute<{ id: string; seq: number }>(sql`
    with ticket as (
      update tickets set
        last_seq = last_seq + 1,
        revision = greatest(revision, last_seq) + 1,
        ${
          isIn
            ? sql`last_in_seq = last_seq + 1, last_in_xid = default, in_count = in_count + 1,
                waiting_since = coalesce(waiting_since, ${at}::timestamptz),`
            : sql`last_out_seq = last_seq + 1,
                waiting_since = case when ${message.isAnswer ?? true}::boolean then null else waiting_since end,`
        }
        last_activity_at = greatest(last_activity_at, ${at}::timestamptz),
        newest_sort_at = greatest(newest_sort_at, ${sortAt}::timestamptz),
        shown_seq = case when ${isShown} then null else coalesce(shown_seq, last_seq) end,
        last_message_direction = case when ${isShown} then ${message.direction}::message_direction else last_message_direction end,
        last_message_type = case when ${isShown} then ${message.messageType}::text else last_message_type end,
        last_message_text = case when ${isShown} then ${shown}::text else last_message_text end,
        last_message_at = case when ${isShown} then ${at}::timestamptz else last_message_at end,
        version = version + 1
      where id = ${message.ticketId}::uuid and status = 'OPEN'
      returning id, channel_key, last_seq, revision)
    insert into messages (ticket_id, channel_key, seq, revision, direction, message_type, kind, content, text, image_url, media_url,
      payload, line_message_id, source_event_id, mark_as_read_token, client_message_id, retry_of, sender_staff_id, quote_token, event_time,
      sort_at, created_at)
    select id, channel_key, last_seq, revision, ${message.direction}, ${message.messageType}, ${message.kind ?? null}, ${json(message.content)}::jsonb,
      ${message.text}, ${message.imageUrl ?? null}, ${message.mediaUrl ?? null}, ${json(message.payload)}::jsonb, ${message.lineMessageId ?? null},
      ${message.sourceEventId ?? null}, ${message.markAsReadToken ?? null}, ${message.clientMessageId ?? null}, ${message.retryOf ?? null}::uuid, ${message.senderStaffId ?? null}::uuid,
      ${message.quoteToken ?? null}, ${at}::timestamptz,
      ${sortAt}::timestamptz, ${now.toISOString()}::timestamptz
    from ticket
    returning id, seq`)
  return appended.rows[0]
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/**
 * Puts a message into the outbox, due at once by the database's clock. `toBlocked`: the customer has blocked the account, so that it
 * is no answer.
 */
export async function queueDelivery(
  tx: Tx,
  message: {
    messageId: string
    ticketId: string
    customerId: string
    channelKey: string
    seq: number
    toBlocked: boolean
  },
): Promise<void> {
  await tx.insert(deliveries).values(message)
}
