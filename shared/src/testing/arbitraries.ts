import fc from 'fast-check'
import { DELIVERY_STATES, DELIVERY_WAITS, type DeliveryWaitReason } from '../contract/messages/delivery.ts'
import type { Message } from '../contract/messages/message.ts'
import type { Media, MessageContent } from '../contract/messages/message-content.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import { FRIENDSHIPS, type Ticket } from '../contract/tickets/ticket.ts'

const EARLIEST = Date.parse('2020-01-01T00:00:00Z')
const LATEST = Date.parse('2040-01-01T00:00:00Z')

/** Realistic texts: Thai, Latin, emoji, markup. Never empty. */
const anyText = fc.oneof(
  fc.constantFrom('สวัสดีค่ะ', 'ถอนเงินช้า', 'Somchai K.', '🙏👨‍👩‍👧', '<b>x</b>', '0', 'null', 'undefined', 'é'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)
export const anyMoment = fc.integer({ min: EARLIEST, max: LATEST }).map((ms) => new Date(ms).toISOString())
const anyDelivery = fc.constantFrom(...DELIVERY_STATES)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const anyStaffMember: fc.Arbitrary<StaffMember> = fc.record({
  id: fc.uuid(),
  line_user_id: anyText,
  display_name: anyText,
  full_name: orNull(anyText),
  username: orNull(anyText),
  avatar_url: orNull(fc.webUrl()),
})

const anyDeliveryWait = fc.record({
  reason: fc.constantFrom(...(Object.keys(DELIVERY_WAITS) as DeliveryWaitReason[])),
  since: anyMoment,
})

/** A ticket as our server returns it. */
export const anyTicket: fc.Arbitrary<Ticket> = fc
  .record({
    id: fc.uuid(),
    status: fc.constantFrom('OPEN' as const, 'CLOSED' as const),
    subject: anyText,
    priority: fc.constantFrom('NORMAL' as const, 'VIP' as const, 'URGENT' as const, 'HIGH' as const),
    opened_at: anyMoment,
    created_at: anyMoment,
    accepted_at: orNull(anyMoment),
    closed_at: orNull(anyMoment),
    last_activity_at: anyMoment,
    channel: fc.record({ key: anyText, name: anyText }),
    profile: fc.record({
      display_name: anyText,
      picture_url: orNull(fc.webUrl()),
      is_vip: fc.boolean(),
      friendship: fc.constantFrom(...FRIENDSHIPS),
    }),
    customer_id: orNull(fc.uuid()),
    assigned_to: orNull(anyStaffMember),
    closed_by: orNull(anyStaffMember),
    previous_agent: orNull(anyStaffMember),
    metrics: fc.record({ resolution_secs: orNull(fc.nat()) }),
    unread_count: fc.nat(),
    waiting_since: orNull(anyMoment),
    assignee_absent: fc.boolean(),
    reply_wait: orNull(anyDeliveryWait),
    last_message: orNull(
      fc.record({
        direction: fc.constantFrom('IN' as const, 'OUT' as const),
        message_type: fc.constantFrom('text', 'image', 'sticker'),
        text: orNull(anyText),
        at: anyMoment,
        delivery: orNull(anyDelivery),
        delivery_error: orNull(anyText),
        sender: orNull(anyStaffMember),
      }),
    ),
    last_seq: fc.nat(),
    last_in_seq: fc.nat(),
    last_out_seq: fc.nat(),
    in_count: fc.nat(),
    version: fc.nat(),
    revision: fc.nat(),
    needs_reply: fc.boolean(),
  })
  .map((ticket) => ({
    ...ticket,
    channel_key: ticket.channel.key,
    // Our server sets a VIP priority only for VIP customers.
    profile: { ...ticket.profile, is_vip: ticket.profile.is_vip || ticket.priority !== 'NORMAL' },
  }))

const anyMedia: fc.Arbitrary<Media> = fc.record({
  state: fc.constantFrom('pending' as const, 'ready' as const, 'gone' as const),
  reason: orNull(anyText),
  url: orNull(fc.webUrl()),
  preview_url: orNull(fc.webUrl()),
  content_type: orNull(fc.constantFrom('image/jpeg', 'application/octet-stream')),
  bytes: orNull(fc.nat()),
  width: orNull(fc.integer({ min: 1, max: 10_000 })),
  height: orNull(fc.integer({ min: 1, max: 10_000 })),
})
const anyQuote = orNull(fc.record({ message_id: orNull(fc.uuid()), text: orNull(anyText) }))

const anyContent: fc.Arbitrary<MessageContent> = fc.oneof(
  fc.record({
    kind: fc.constant('sticker' as const),
    image_url: orNull(fc.webUrl()),
    keywords: fc.array(anyText),
    text: orNull(anyText),
    quoted: anyQuote,
  }),
  fc.record({ kind: fc.constant('video' as const), media: orNull(anyMedia), duration_ms: orNull(fc.nat()) }),
  fc.record({
    kind: fc.constant('file' as const),
    media: orNull(anyMedia),
    file_name: anyText,
    bytes: orNull(fc.nat()),
  }),
  fc.record({ kind: fc.constant('unsent' as const) }),
  fc.record({ kind: fc.constant('unknown' as const), type: anyText, late_ms: orNull(fc.nat()) }),
)

/** A message as our server returns it. */
export const anyMessage: fc.Arbitrary<Message> = fc.record({
  id: fc.uuid(),
  ticket_id: fc.uuid(),
  direction: fc.constantFrom('IN' as const, 'OUT' as const),
  message_type: fc.constantFrom('text', 'image', 'sticker', 'location'),
  text: anyText,
  image_url: orNull(fc.webUrl()),
  media_url: orNull(fc.webUrl()),
  event_time: anyMoment,
  created_at: anyMoment,
  sort_at: anyMoment,
  content: orNull(anyContent),
  sender: orNull(anyStaffMember),
  seq: fc.nat(),
  revision: fc.nat(),
  client_message_id: orNull(fc.uuid()),
  delivery: orNull(anyDelivery),
  delivery_error: orNull(anyText),
  via: orNull(fc.constantFrom('reply' as const, 'push' as const)),
  retry_of: orNull(fc.uuid()),
  retried: fc.boolean(),
  delivery_wait: orNull(anyDeliveryWait),
})
