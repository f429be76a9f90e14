import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { DELIVERY_STATES } from '../messages/delivery.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const
export const TICKET_PRIORITIES = ['NORMAL', 'VIP', 'URGENT', 'HIGH'] as const

/** Customers who have `blocked` the channel receive no messages. */
export const FRIENDSHIPS = ['unknown', 'friend', 'blocked'] as const
export type Friendship = (typeof FRIENDSHIPS)[number]

export const TicketProfileSchema = z.object({
  display_name: z.string(),
  picture_url: z.nullable(z.string()),
  is_vip: z.boolean(),
  friendship: z.enum(FRIENDSHIPS),
})

export const LastMessageSchema = z.object({
  direction: z.enum(['IN', 'OUT']),
  message_type: z.string(),
  text: z.nullable(z.string()),
  at: MomentSchema,
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Error of the last message, as in `delivery_error` of a message. For a withdrawn message, `delivery` is null. */
  delivery_error: z.nullable(z.string()),
  sender: z.nullable(StaffMemberSchema),
})

export const TicketSchema = z.object({
  id: z.string(),
  status: z.enum(TICKET_STATUSES),
  /** The issue type. */
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
  assignee_absent: z.optional(z.boolean()),
  closed_by: z.nullable(StaffMemberSchema),
  /** Last assignee of the customer's latest closed ticket. Set only for an open ticket without an assignee. */
  previous_agent: z.nullable(StaffMemberSchema),
  metrics: z.object({ resolution_secs: z.nullable(z.number()) }),
  /** Number of unread messages, including messages that already have a reply. */
  unread_count: CountSchema,
  /** Start of the waiting time; null when no reply is needed. A pending reply ends it, a failed reply does not. */
  waiting_since: z.nullable(MomentSchema),
  needs_reply: z.boolean(),
  last_message: z.nullable(LastMessageSchema),
  reply_wait: z.optional(z.nullable(DeliveryWaitSchema)),
  /** `seq` of the newest message, newest IN message and newest OUT message; 0 for none. */
  last_seq: CountSchema,
  last_in_seq: CountSchema,
  last_out_seq: CountSchema,
  in_count: CountSchema,
  /** Increases with every change of the ticket. Clients ignore older versions. 0 when the server has no versions. */
  version: CountSchema,
  /** Increases with every created or changed message of the ticket. 0 when the server has no revisions. */
  revision: CountSchema,
})
export type Ticket = z.infer<typeof TicketSchema>
