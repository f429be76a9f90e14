import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { deliveries } from '../db/line-schema.ts'
import { messages } from '../db/schema.ts'
import { outer, type RowOf, selectList, wireFields } from '../db/select-fields.ts'
import { mediaJson } from '../media/media-row.ts'
import { type OwnImage, ownImageJson } from '../media/public-media.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { type WaitRow, waitOfChannel } from '../tickets/delivery-wait-of-ticket.ts'

/** A quoted message. `id` is null when the quoted message is not stored. */
export interface QuotedRow {
  id: string | null
  text: string | null
  type: string | null
  unsent: boolean | null
}

/** SQL expression for a message's revision, exactly as in the database index that it uses. */
export const REVISION = sql<number>`greatest(m.revision, m.seq)`

/** SQL condition: the delivery (alias `d`) did not reach the customer, so staff may send the message again. */
const UNDELIVERED = sql`(d.state = 'failed' or d.state = 'sent' and d.to_blocked)`

/** SQL for the quoted message. LINE quotes by LINE message id; only this customer's messages are searched. */
const QUOTED = sql<QuotedRow | null>`case when m.payload ? 'quotedMessageId' then (
    select json_build_object('id', q.id, 'text', left(q.text, 500), 'type', q.message_type, 'unsent', q.unsent_at is not null)
    from (select 1) one left join (messages q
      join tickets qt on qt.id = q.ticket_id join tickets mt on mt.id = m.ticket_id and mt.customer_id = qt.customer_id)
      on q.channel_key = m.channel_key and q.line_message_id = m.payload ->> 'quotedMessageId') end`

const m = alias(messages, 'm')
const d = alias(deliveries, 'd')

const WIRE_FIELDS = {
  id: m.id,
  ticket_id: m.ticketId,
  direction: m.direction,
  media_url: m.mediaUrl,
  event_time: m.eventTime,
  created_at: m.createdAt,
  sort_at: m.sortAt,
  sender: staffMemberJson('s'),
  seq: m.seq,
  revision: REVISION,
  client_message_id: m.clientMessageId,
  via: outer(d.via),
  retry_of: m.retryOf,
}

const PART_FIELDS = {
  message_type: m.messageType,
  text: m.text,
  image_url: m.imageUrl,
  content: m.content,
  /** LINE's original fields; null when neither the content nor an image URL needs them. */
  payload: sql<Record<
    string,
    unknown
  > | null>`case when m.direction = 'IN' and (m.kind = 'sticker' or m.payload ? 'emojis') then m.payload end`,
  unsent: sql<boolean>`m.unsent_at is not null`,
  quoted: QUOTED,
  media: mediaJson(sql`m.id`),
  own_image: sql<OwnImage | null>`case when m.message_type = 'image' and m.image_url is not null then ${ownImageJson(sql`m.image_url`)} end`,
  delivery_state: outer(d.state),
  delivery_error: outer(d.errorCode),
  to_blocked: outer(d.toBlocked),
  delivery_wait: sql<WaitRow | null>`case when d.state in ('queued', 'sending') then ${waitOfChannel(sql`d.channel_key`)} end`,
  /** True when an undelivered message was sent again; null when the message has no delivery. */
  retried: sql<
    boolean | null
  >`${UNDELIVERED} and exists (select 1 from messages again where again.retry_of = m.id)`,
}

export type MessageRow = RowOf<typeof WIRE_FIELDS & typeof PART_FIELDS>

export const messageWireFields = wireFields(WIRE_FIELDS)

const SELECT_LIST = selectList({ ...WIRE_FIELDS, ...PART_FIELDS })

export function messageSelect(): SQL {
  return sql`
    select ${SELECT_LIST}
    from messages m
    left join staff s on s.id = m.sender_staff_id
    left join deliveries d on d.message_id = m.id`
}
