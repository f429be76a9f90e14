import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { MAX_WALL_COUNT, WALL_LONGEST } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** At most `MAX_WALL_COUNT` per channel. A count of this value means "or more". */
const WallCountSchema = CountSchema.check(z.lte(MAX_WALL_COUNT))

export const WallChannelSchema = z.object({
  channel: ChannelSchema,
  /**
   * Open tickets that need a reply, and those of them without an assignee. Above the limit, only the longest waiting
   * tickets are counted.
   */
  waiting_count: WallCountSchema,
  waiting_unassigned_count: WallCountSchema,
  /** Start of the longest current waiting time. Null when no customer is waiting. */
  longest_waiting_since: z.nullable(MomentSchema),
  open_count: WallCountSchema,
  /** Reason, start and number of the replies that LINE delays. Null when none is delayed. */
  reply_wait: z.optional(z.nullable(z.extend(DeliveryWaitSchema, { count: WallCountSchema }))),
})
export type WallChannel = z.infer<typeof WallChannelSchema>

/** A ticket that needs a reply. */
export const WallTicketSchema = z.object({
  ticket_id: z.string(),
  channel_key: z.string(),
  customer: z.object({
    display_name: z.string(),
    picture_url: z.nullable(z.string()),
    is_vip: z.boolean(),
  }),
  subject: z.string(),
  waiting_since: MomentSchema,
  assigned_to: z.nullable(StaffMemberSchema),
  /** True when the customer needs a reply and the assignee is offline, as in a ticket. */
  assignee_absent: z.boolean(),
})
export type WallTicket = z.infer<typeof WallTicketSchema>

/** A staff member who is online and may work on one of the channels. */
export const WallPersonSchema = z.extend(StaffMemberSchema, {
  /** Open tickets per requested channel. Channels without tickets are omitted. */
  tickets: z.array(
    z.object({ channel_key: z.string(), open_count: CountSchema, waiting_count: CountSchema }),
  ),
  /**
   * True when the staff member has `MAX_WALL_PERSON_TICKETS` or more tickets in all channels. Only the first ones are
   * counted, so each count means "or more".
   */
  has_more: z.boolean(),
})
export type WallPerson = z.infer<typeof WallPersonSchema>

/**
 * Returns the current numbers of the wallboard.
 * Pages fetch it after each `ticket_update` and `ticket_list_update` event, at most every `WALL_EVENTS_MS`, and also
 * every `WALL_REFRESH_MS`: changes of presence and changes by other server processes publish no event. The server
 * caches the result for all clients for `WALL_KEPT_MS`, so the numbers are at most two seconds old.
 */
export const liveWall = defineCall({
  name: 'liveWall',
  method: 'GET',
  path: '/api/staff/live-wall',
  summary: 'Who waits now and who is here with how many cases, by official account',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeysSchema) }),
  answer: z.object({
    /** Server time of the snapshot. Waiting times are relative to it. */
    at: MomentSchema,
    /** In the usual order of channels. */
    channels: z.array(WallChannelSchema),
    /** Longest waiting tickets, at most `WALL_LONGEST`. */
    longest: z.array(WallTicketSchema).check(z.maxLength(WALL_LONGEST)),
    /** Sorted by name. */
    people: z.array(WallPersonSchema),
  }),
  errors: ['forbidden_channel'],
})
