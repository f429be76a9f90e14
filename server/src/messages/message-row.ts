import { type SQL, sql } from 'drizzle-orm'
import type { StoredContent } from 'shared/contract/messages/message-content.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { type MediaRow, mediaJson } from '../media/media-row.ts'
import { type OwnImage, ownImageJson } from '../media/public-media.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { type WaitRow, waitOfChannel } from '../tickets/reply-wait.ts'

/** A quoted message. `id` is null when it is not stored. */
export interface QuotedRow {
  id: string | null
  text: string | null
  type: string | null
  unsent: boolean | null
}

/** Row of `messageSelect`. */
export interface MessageRow extends Record<string, unknown> {
  id: string
  ticket_id: string
  seq: number
  revision: number
  direction: 'IN' | 'OUT'
  message_type: string
  text: string | null
  image_url: string | null
  media_url: string | null
  event_time: string | Date
  created_at: string | Date
  sort_at: string | Date
  /** Null for staff messages. */
  kind: string | null
  content: StoredContent | null
  /** Payload of a customer's message, when its content or the address of an image is derived from it. */
  payload: Record<string, unknown> | null
  unsent: boolean
  quoted: QuotedRow | null
  media: MediaRow | null
  /** Our uploaded image to which `image_url` refers. */
  own_image: OwnImage | null
  client_message_id: string | null
  sender: StaffMember | null
  delivery_state: 'queued' | 'sending' | 'sent' | 'failed' | null
  delivery_error: string | null
  delivery_via: 'reply' | 'push' | null
  to_blocked: boolean | null
  /** Reason why replies of the channel are delayed; only for queued messages. */
  delivery_wait: WaitRow | null
  retry_of: string | null
  /** Null when the message is not in the outbox. */
  retried: boolean | null
}

/** Revision of message `m`, written as in its index. */
export const REVISION = sql`greatest(m.revision, m.seq)`

/** The delivery (alias `d`) did not reach the customer, so staff may send it again. */
const UNDELIVERED = sql`(d.state = 'failed' or d.state = 'sent' and d.to_blocked)`

/**
 * The message that `m` quotes, in its current state: it may have been unsent since, or stored later. LINE quotes by its
 * own message id, which is matched only among messages of the same customer.
 */
const QUOTED = sql`case when m.payload ? 'quotedMessageId' then (
    select json_build_object('id', q.id, 'text', left(q.text, 500), 'type', q.message_type, 'unsent', q.unsent_at is not null)
    from (select 1) one left join (messages q
      join tickets qt on qt.id = q.ticket_id join tickets mt on mt.id = m.ticket_id and mt.customer_id = qt.customer_id)
      on q.channel_key = m.channel_key and q.line_message_id = m.payload ->> 'quotedMessageId') end`

/** Selects messages (alias `m`) with sender and delivery; append a `where` clause. */
export function messageSelect(): SQL {
  return sql`
    select m.id, m.ticket_id, m.seq, ${REVISION} as revision, m.direction, m.message_type, m.text, m.image_url, m.media_url, m.event_time,
      m.created_at, m.sort_at, m.kind, m.content,
      case when m.direction = 'IN' and (m.kind = 'sticker' or m.payload ? 'emojis') then m.payload end as payload, m.unsent_at is not null as unsent,
      ${QUOTED} as quoted, ${mediaJson(sql`m.id`)} as media,
      case when m.message_type = 'image' and m.image_url is not null then ${ownImageJson(sql`m.image_url`)} end as own_image, m.client_message_id, ${staffMemberJson('s')} as sender,
      d.state as delivery_state, d.error_code as delivery_error, d.via as delivery_via, d.to_blocked,
      case when d.state in ('queued', 'sending') then ${waitOfChannel(sql`d.channel_key`)} end as delivery_wait,
      m.retry_of, ${UNDELIVERED} and exists (select 1 from messages again where again.retry_of = m.id) as retried
    from messages m
    left join staff s on s.id = m.sender_staff_id
    left join deliveries d on d.message_id = m.id`
}
