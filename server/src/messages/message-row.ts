import { type SQL, sql } from 'drizzle-orm'
import { readDelivery } from 'shared/contract/messages/delivery.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { StoredContent } from 'shared/contract/messages/message-content.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { type MediaRow, mediaJson } from '../media/media-row.ts'
import { type OwnPicture, ownPathOf, ownPictureJson } from '../media/public-media.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { iso } from '../tickets/ticket-row.ts'
import { contentOf, QUOTED, type QuotedRow, textOf } from './message-row-content.ts'

/** What `messageSelect` reads. */
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
  /** null: staff have sent it, or an earlier release wrote it. */
  kind: string | null
  content: StoredContent | null
  /** Of a customer's, where its content, or the address of a picture in it, is read from it. */
  payload: Record<string, unknown> | null
  unsent: boolean
  quoted: QuotedRow | null
  media: MediaRow | null
  /** The picture of our own that `image_url` names. */
  own_picture: OwnPicture | null
  client_message_id: string | null
  sender: StaffMember | null
  delivery_state: 'queued' | 'sending' | 'sent' | 'failed' | null
  delivery_error: string | null
  delivery_via: 'reply' | 'push' | null
  to_blocked: boolean | null
  retry_of: string | null
  /** Null of one that is in no outbox. */
  retried: boolean | null
}

/** The revision of message `m`, as its index has it. Rows of releases that did not count say 0: there it is their seq. */
export const REVISION = sql`greatest(m.revision, m.seq)`

/** The delivery (alias `d`) did not reach the customer, for whatever reason: a person may send it again. */
const UNDELIVERED = sql`(d.state = 'failed' or d.state = 'sent' and d.to_blocked)`

/** Reads messages (alias `m`) with their sender and delivery; add `where` behind it. */
export function messageSelect(): SQL {
  return sql`
    select m.id, m.ticket_id, m.seq, ${REVISION} as revision, m.direction, m.message_type, m.text, m.image_url, m.media_url, m.event_time,
      m.created_at, coalesce(m.sort_at, m.created_at) as sort_at, m.kind, m.content,
      case when m.direction = 'IN' and (m.kind is null or m.kind = 'sticker' or m.payload ? 'emojis') then m.payload end as payload, m.unsent_at is not null as unsent,
      ${QUOTED} as quoted, ${mediaJson(sql`m.id`)} as media,
      case when m.message_type = 'image' and m.image_url is not null then ${ownPictureJson(sql`m.image_url`)} end as own_picture, m.client_message_id, ${staffMemberJson('s')} as sender,
      d.state as delivery_state, d.error_code as delivery_error, d.via as delivery_via, d.to_blocked,
      m.retry_of, ${UNDELIVERED} and exists (select 1 from messages again where again.retry_of = m.id) as retried
    from messages m
    left join staff s on s.id = m.sender_staff_id
    left join deliveries d on d.message_id = m.id`
}

function deliveryErrorOf({ delivery_state, delivery_error, to_blocked }: MessageRow): string | null {
  if (delivery_state === 'failed') return delivery_error ?? 'line_rejected'
  return delivery_state === 'sent' && to_blocked ? 'blocked' : null
}

/** It did not reach the customer: LINE did not take it, or took it for one who had blocked the account. */
export function isUndelivered(row: MessageRow): boolean {
  return deliveryErrorOf(row) !== null
}

/** SPEC knows two types; whatever else a message is stands in its content. */
function messageTypeOf({ message_type, unsent }: MessageRow): 'text' | 'image' {
  return message_type === 'image' && !unsent ? 'image' : 'text'
}

/**
 * The picture of an image message, where it is a customer's only when it has come. One that staff have uploaded is told as a path of
 * this desk, by whatever address it was sent; any other link as it was written, however it looks.
 */
function imageUrlOf(
  { image_url, own_picture, media, message_type }: MessageRow,
  addresses: MediaAddresses,
): string | null {
  if (own_picture !== null) return ownPathOf(own_picture)
  if (image_url !== null) return image_url
  if (message_type !== 'image' || media?.state !== 'ready') return null
  return addresses.of(media.id, 'original')
}

/** The one way from a row to what the contract calls a message. */
export function messageOf(row: MessageRow, addresses: MediaAddresses): Message {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    direction: row.direction,
    message_type: messageTypeOf(row),
    text: textOf(row),
    image_url: imageUrlOf(row, addresses),
    media_url: row.media_url,
    event_time: iso(row.event_time),
    created_at: iso(row.created_at),
    sort_at: iso(row.sort_at),
    content: contentOf(row, addresses),
    sender: row.sender,
    seq: row.seq,
    revision: row.revision,
    client_message_id: row.client_message_id,
    delivery: readDelivery(row.delivery_state),
    delivery_error: deliveryErrorOf(row),
    via: row.delivery_via,
    retry_of: row.retry_of,
    retried: row.retried ?? false,
  }
}
