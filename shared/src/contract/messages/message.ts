import * as z from 'zod/mini'
import { asFlag, asMoment, asRaw, firstText } from '../raw-json.ts'
import { CountSchema, MomentSchema, preprocess } from '../response-parts.ts'
import { readStaffMember, StaffMemberSchema } from '../staff/staff-member.ts'
import { DELIVERY_STATES, readDelivery } from './delivery.ts'
import { DeliveryWaitSchema, readDeliveryWait } from './delivery-wait.ts'
import { MessageContentSchema, readMessageContent } from './message-content.ts'

export const MessageSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  /** `IN` for messages from the customer, `OUT` for messages from staff members. */
  direction: z.enum(['IN', 'OUT']),
  /** `text` or `image`; `content` describes other kinds. Other implementations of the API may send more types. */
  message_type: z.string(),
  text: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  media_url: z.nullable(z.string()),
  event_time: MomentSchema,
  created_at: MomentSchema,
  /** Messages are sorted by this time, and then by `seq`. */
  sort_at: MomentSchema,
  /** Content of the message. Null for plain texts and images. */
  content: z.nullable(MessageContentSchema),
  sender: z.nullable(StaffMemberSchema),
  /** Number of the message within its ticket: 1, 2, 3 … without gaps. 0 when the server has no sequence numbers. */
  seq: CountSchema,
  /** Revision of the ticket at the message's last change. 0 when the server has no revisions. */
  revision: CountSchema,
  client_message_id: z.nullable(z.string()),
  /** State of the delivery to LINE. Null for IN messages, and when the server does not send the field. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Key of `DELIVERY_ERRORS`; `blocked`: LINE accepted the message, but the customer had blocked the channel. */
  delivery_error: z.nullable(z.string()),
  /** Delay of the delivery. Set while LINE delays a queued message. */
  delivery_wait: z.optional(z.nullable(DeliveryWaitSchema)),
  via: z.nullable(z.enum(['reply', 'push'])),
  /** Id of the failed message that this message repeats. */
  retry_of: z.nullable(z.string()),
  retried: z.boolean(),
})
export type Message = z.infer<typeof MessageSchema>

function readSender(raw: Record<string, unknown>) {
  const sender = readStaffMember(raw.sender)
  if (sender) return sender
  const name = firstText(raw, 'sender_name', 'sender_display_name', 'agent_name')
  if (name === undefined) return null
  return readStaffMember({
    id: firstText(raw, 'sender_id', 'sender_line_user_id') ?? '',
    display_name: name,
    avatar_url: firstText(raw, 'sender_avatar', 'sender_avatar_url', 'sender_picture_url'),
  })
}

/** Decodes a message. An image without a text gets its link as the text. */
export const decodeMessage = preprocess((value) => {
  const raw = asRaw(value)
  const imageUrl = firstText(raw, 'image_url') ?? null
  const mediaUrl = firstText(raw, 'media_url') ?? null
  const created = asMoment(raw.created_at ?? raw.event_time) ?? new Date(0).toISOString()
  return {
    id: firstText(raw, 'id', 'message_id') ?? firstText(raw, 'client_message_id'),
    ticket_id: firstText(raw, 'ticket_id') ?? '',
    direction: String(raw.direction ?? '').toUpperCase() === 'OUT' ? 'OUT' : 'IN',
    message_type: (firstText(raw, 'message_type', 'type') ?? 'text').toLowerCase(),
    text: firstText(raw, 'text') ?? imageUrl ?? mediaUrl,
    image_url: imageUrl,
    media_url: mediaUrl,
    event_time: asMoment(raw.event_time) ?? created,
    created_at: created,
    sort_at: asMoment(raw.sort_at) ?? created,
    content: readMessageContent(raw.content),
    sender: readSender(raw),
    seq: typeof raw.seq === 'number' && raw.seq > 0 ? raw.seq : 0,
    revision: typeof raw.revision === 'number' && raw.revision > 0 ? Math.floor(raw.revision) : 0,
    client_message_id: firstText(raw, 'client_message_id') ?? null,
    delivery: readDelivery(raw.delivery),
    delivery_error: firstText(raw, 'delivery_error') ?? null,
    delivery_wait: readDeliveryWait(raw.delivery_wait),
    via: raw.via === 'reply' || raw.via === 'push' ? raw.via : null,
    retry_of: firstText(raw, 'retry_of') ?? null,
    retried: asFlag(raw.retried),
  }
}, MessageSchema)

/** The response is a message, or contains it as `message` or `item`. */
export const decodeMessageResponse = preprocess((value) => {
  const raw = asRaw(value)
  return typeof raw.message === 'object' && raw.message !== null ? raw.message : (raw.item ?? value)
}, decodeMessage)
