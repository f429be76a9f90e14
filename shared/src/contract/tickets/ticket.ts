import * as z from 'zod/mini'
import { CountSchema, MomentSchema, preprocess } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { ISSUE_TYPES, VIP_PRIORITIES } from '../constants.ts'
import { DELIVERY_STATES, readDelivery } from '../messages/delivery.ts'
import { DeliveryWaitSchema, readDeliveryWait } from '../messages/delivery-wait.ts'
import { asFlag, asMoment, asRaw, firstText, type Raw } from '../raw-json.ts'
import { readStaffMember, StaffMemberSchema } from '../staff/staff-member.ts'

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const
export const TICKET_PRIORITIES = ['NORMAL', 'VIP', 'URGENT', 'HIGH'] as const

/** Relation of the customer to the channel in LINE. `blocked` customers receive no messages. */
export const FRIENDSHIPS = ['unknown', 'friend', 'blocked'] as const
export type Friendship = (typeof FRIENDSHIPS)[number]

export const TicketProfileSchema = z.object({
  display_name: z.string(),
  picture_url: z.nullable(z.string()),
  is_vip: z.boolean(),
  friendship: z.enum(FRIENDSHIPS),
})

/** Newest message of a ticket, for a row of the queue. */
export const LastMessageSchema = z.object({
  direction: z.enum(['IN', 'OUT']),
  message_type: z.string(),
  text: z.nullable(z.string()),
  at: MomentSchema,
  /** Delivery state of an OUT message. Null for IN messages, and when the server does not send it. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Reason for a failed or withdrawn message (then `delivery` is null); see `delivery_error` of a message. */
  delivery_error: z.nullable(z.string()),
  /** Staff member who sent it. */
  sender: z.nullable(StaffMemberSchema),
})

export const TicketSchema = z.object({
  id: z.string(),
  status: z.enum(TICKET_STATUSES),
  /** Issue type. */
  subject: z.string(),
  priority: z.enum(TICKET_PRIORITIES),
  opened_at: MomentSchema,
  created_at: MomentSchema,
  accepted_at: z.nullable(MomentSchema),
  closed_at: z.nullable(MomentSchema),
  last_activity_at: MomentSchema,
  channel: ChannelSchema,
  channel_key: z.string(),
  profile: TicketProfileSchema,
  customer_id: z.nullable(z.string()),
  assigned_to: z.nullable(StaffMemberSchema),
  /** True when the customer needs a reply and the assignee has no page open. */
  assignee_absent: z.optional(z.boolean()),
  closed_by: z.nullable(StaffMemberSchema),
  /**
   * Only for an open ticket without an assignee: the last assignee of the customer's latest closed ticket, who may know
   * the customer.
   */
  previous_agent: z.nullable(StaffMemberSchema),
  metrics: z.object({ resolution_secs: z.nullable(z.number()) }),
  /** IN messages after the user's read position, including those that were answered since. */
  unread_count: CountSchema,
  /**
   * Start of the customer's waiting time. Null when no reply is needed. A pending reply ends the waiting time, a failed
   * one does not.
   */
  waiting_since: z.nullable(MomentSchema),
  needs_reply: z.boolean(),
  last_message: z.nullable(LastMessageSchema),
  /** Set while replies of this ticket are delayed by LINE. */
  reply_wait: z.optional(z.nullable(DeliveryWaitSchema)),
  /** Sequence numbers of the newest message, the newest IN message and the newest OUT message. 0 when there is none. */
  last_seq: CountSchema,
  last_in_seq: CountSchema,
  last_out_seq: CountSchema,
  /** Number of IN messages of this ticket. */
  in_count: CountSchema,
  /** Increases with every change. Clients ignore older versions. 0 when the server has no versions. */
  version: CountSchema,
  /**
   * Increases with every created or changed message (see `revision` of a message). 0 when the server has no revisions.
   */
  revision: CountSchema,
})
export type Ticket = z.infer<typeof TicketSchema>

export function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  const word = String(value ?? '').toUpperCase()
  return values.find((each) => each === word) ?? otherwise
}

/** Reads the customer's avatar, name and VIP flag from all supported fields. */
export function readProfile(raw: Raw) {
  const profile = asRaw(raw.profile ?? raw.customer)
  const priority = String(raw.priority ?? '').toUpperCase()
  const vipPriority = (VIP_PRIORITIES as readonly string[]).includes(priority)
  return {
    display_name: firstText(profile, 'display_name', 'name') ?? firstText(raw, 'profileName') ?? 'ลูกค้า',
    picture_url: firstText(profile, 'picture_url', 'avatar_url') ?? firstText(raw, 'profilePic') ?? null,
    is_vip: asFlag(profile.is_vip) || asFlag(raw.isVip) || vipPriority,
    friendship: readFriendship(profile) ?? 'unknown',
  }
}

export function readFriendship(profile: Raw): Friendship | undefined {
  return FRIENDSHIPS.find((each) => each === profile.friendship)
}

export function readChannel(raw: Raw) {
  const channel = asRaw(raw.channel)
  const key = firstText(channel, 'key') ?? firstText(raw, 'channel_key') ?? ''
  return { key, name: firstText(channel, 'name') ?? firstText(raw, 'lineOA') ?? key }
}

export function readLastMessage(value: unknown) {
  const raw = asRaw(value)
  const at = asMoment(raw.at ?? raw.event_time ?? raw.created_at)
  if (at === null) return null
  return {
    direction: oneOf(['IN', 'OUT'], raw.direction, 'IN'),
    message_type: (firstText(raw, 'message_type', 'type') ?? 'text').toLowerCase(),
    text: firstText(raw, 'text') ?? null,
    at,
    delivery: readDelivery(raw.delivery),
    delivery_error: firstText(raw, 'delivery_error') ?? null,
    sender: readStaffMember(raw.sender),
  }
}

/** Reads the assignee. A record in one field has priority over a bare id in another. */
export function readAssignee(raw: Raw) {
  const candidates = [raw.assigned_to, raw.assignee, raw.owner]
  const people = [...candidates.filter((each) => typeof each === 'object'), ...candidates].map(
    readStaffMember,
  )
  return people.find((person) => person !== null) ?? null
}

export const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

/**
 * Decodes a ticket in all supported spellings (`assigned_to`, `assignee` or `owner`; flat or nested channel and
 * profile; old field names).
 */
export const decodeTicket = preprocess((value) => {
  const raw = asRaw(value)
  const channel = readChannel(raw)
  const opened = asMoment(raw.opened_at ?? raw.submittedAt ?? raw.created_at) ?? new Date(0).toISOString()
  const status = oneOf(TICKET_STATUSES, raw.status, 'OPEN')
  const waitingSince = asMoment(raw.waiting_since)
  const resolution = asRaw(raw.metrics).resolution_secs
  return {
    id: firstText(raw, 'id'),
    status,
    subject: firstText(raw, 'subject', 'issueType') ?? ISSUE_TYPES.other,
    priority: oneOf(TICKET_PRIORITIES, raw.priority, 'NORMAL'),
    opened_at: opened,
    created_at: asMoment(raw.created_at) ?? opened,
    accepted_at: asMoment(raw.accepted_at),
    closed_at: asMoment(raw.closed_at),
    last_activity_at: asMoment(raw.last_activity_at) ?? opened,
    channel,
    channel_key: channel.key,
    profile: readProfile(raw),
    customer_id: firstText(raw, 'customer_id') ?? firstText(asRaw(raw.profile), 'id') ?? null,
    assigned_to: readAssignee(raw),
    assignee_absent: asFlag(raw.assignee_absent),
    closed_by: readStaffMember(raw.closed_by),
    previous_agent: readStaffMember(raw.previous_agent),
    metrics: { resolution_secs: typeof resolution === 'number' ? resolution : null },
    unread_count: count(raw.unread_count),
    waiting_since: waitingSince,
    needs_reply: raw.needs_reply === undefined ? waitingSince !== null : asFlag(raw.needs_reply),
    last_message: readLastMessage(raw.last_message),
    reply_wait: readDeliveryWait(raw.reply_wait),
    last_seq: count(raw.last_seq),
    last_in_seq: count(raw.last_in_seq),
    last_out_seq: count(raw.last_out_seq),
    in_count: count(raw.in_count),
    version: count(raw.version),
    revision: count(raw.revision),
  }
}, TicketSchema)

/** Decodes a response that is a ticket, or that contains it as `ticket` or `item`. */
export const decodeTicketAnswer = preprocess((value) => {
  const raw = asRaw(value)
  return raw.ticket ?? raw.item ?? value
}, decodeTicket)
