import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { DELIVERY_STATES } from '../messages/delivery.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const
export const TICKET_PRIORITIES = ['NORMAL', 'VIP', 'URGENT', 'HIGH'] as const

/** Relation of the customer to the channel in LINE. Customers who have `blocked` the channel receive no messages. */
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
  /** Delivery state of an OUT message; null for IN messages, and when the server does not send it. */
  delivery: z.nullable(z.enum(DELIVERY_STATES)),
  /** Reason why the message failed or was withdrawn (then `delivery` is null); see `delivery_error` of a message. */
  delivery_error: z.nullable(z.string()),
  /** Staff member who sent the message. */
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
   * Last assignee of the customer's latest closed ticket, who may know the customer. Only for an open ticket
   * without an assignee.
   */
  previous_agent: z.nullable(StaffMemberSchema),
  metrics: z.object({ resolution_secs: z.nullable(z.number()) }),
  /** Number of IN messages after the user's read position, including messages that were answered since. */
  unread_count: CountSchema,
  /**
   * Start of the customer's waiting time; null when no reply is needed. A pending reply ends the waiting time, a
   * failed reply does not.
   */
  waiting_since: z.nullable(MomentSchema),
  needs_reply: z.boolean(),
  last_message: z.nullable(LastMessageSchema),
  /** Reason and start of the delay; set while LINE delays replies of this ticket. */
  reply_wait: z.optional(z.nullable(DeliveryWaitSchema)),
  /** Message numbers (`seq`) of the newest message, newest IN message and newest OUT message. 0 for no message. */
  last_seq: CountSchema,
  last_in_seq: CountSchema,
  last_out_seq: CountSchema,
  /** Number of IN messages of this ticket. */
  in_count: CountSchema,
  /** Increases with every change of the ticket. Clients ignore older versions. 0 when the server has no versions. */
  version: CountSchema,
  /**
   * Increases with every created or changed message of the ticket (see `revision` of a message). 0 when the server
   * has no revisions.
   */
  revision: CountSchema,
})
export type Ticket = z.infer<typeof TicketSchema>
