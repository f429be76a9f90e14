import * as z from 'zod/mini'
import { CountSchema, MomentSchema, preprocess } from '../answer-parts.ts'
import { asFlag, asMoment, asRaw, firstText } from '../raw-json.ts'
import { readStaffMember, StaffMemberSchema } from '../staff/staff-member.ts'
import { DELIVERY_STATES, readDelivery } from './delivery.ts'
import { DeliveryWaitSchema, readDeliveryWait } from './delivery-wait.ts'
import { MessageContentSchema, readMessageContent } from './message-content.ts'

export const MessageSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  /** IN from the customer, OUT from staff. */
  direction: z.enum(['IN', 'OUT']),
  /** SPEC's text or image, whatever else it is: see `content`. Servers of other makes may say more. */
  message_type: z.string(),
  text: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  media_url: z.nullable(z.string()),
  event_time: MomentSchema,
  created_at: MomentSchema,
  /** Messages stand in the order of this, then of seq. */
  sort_at: MomentSchema,
  /** What it says beyond a plain text or image; null: it is one of these. */
  content: z.nullable(MessageContentSchema),
  sender: z.nullable(StaffMemberSchema),
  /** 1, 2, 3 … per ticket without holes; 0: the server does not count. */
  seq: CountSchema,
  /** The ticket's revision when this message last changed (it came, was delivered, was taken back); 0: the server does not count. */
  revision: CountSchema,
  client_message_id: z.nullable(z.string()),
  /** How far an OUT message has come; null on IN messages and where the server does not say. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Why it failed (a key of `DELIVERY_ERRORS`); `blocked` on one that LINE took for a customer who had blocked the account. */
  delivery_error: z.nullable(z.string()),
  /** Set while a queued message is delayed by LINE. */
  delivery_wait: z.optional(z.nullable(DeliveryWaitSchema)),
  via: z.nullable(z.enum(['reply', 'push'])),
  /** The message that did not arrive and in whose place this one was sent. */
  retry_of: z.nullable(z.string()),
  /** It did not arrive, and another was sent in its place. */
  retried: z.boolean(),
})
export type Message = z.infer<typeof MessageSchema>

function readSender(raw: Record<string, unknown>) {
  const person = readStaffMember(raw.sender)
  if (person) return person
  const name = firstText(raw, 'sender_name', 'sender_display_name', 'agent_name')
  if (name === undefined) return null
  return readStaffMember({
    id: firstText(raw, 'sender_id', 'sender_line_user_id') ?? '',
    display_name: name,
    avatar_url: firstText(raw, 'sender_avatar', 'sender_avatar_url', 'sender_picture_url'),
  })
}

/** Takes a message in any of its spellings. An image shown as text falls back to its link. */
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

/** An answer that is the message itself, or holds it as `message` or `item`. */
export const decodeMessageAnswer = preprocess((value) => {
  const raw = asRaw(value)
  return typeof raw.message === 'object' && raw.message !== null ? raw.message : (raw.item ?? value)
}, decodeMessage)
