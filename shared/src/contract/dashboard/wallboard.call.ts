import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { MAX_WALLBOARD_COUNT, WALLBOARD_LONGEST } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** A count of at most `MAX_WALLBOARD_COUNT` per channel; this value means "or more". */
const WallboardCountSchema = CountSchema.check(z.lte(MAX_WALLBOARD_COUNT))

export const WallboardChannelSchema = z.object({
  channel: ChannelSchema,
  /**
   * Number of open tickets that need a reply, and how many of these have no assignee. Above the limit, only the
   * longest waiting tickets are counted.
   */
  waiting_count: WallboardCountSchema,
  waiting_unassigned_count: WallboardCountSchema,
  /** Start of the longest current waiting time. Null when no customer is waiting. */
  longest_waiting_since: z.nullable(MomentSchema),
  open_count: WallboardCountSchema,
  /** Reason, start and number of the replies that LINE delays; null when none is delayed. */
  reply_wait: z.optional(z.nullable(z.extend(DeliveryWaitSchema, { count: WallboardCountSchema }))),
})
export type WallboardChannel = z.infer<typeof WallboardChannelSchema>

/** A ticket that needs a reply. */
export const WallboardTicketSchema = z.object({
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
export type WallboardTicket = z.infer<typeof WallboardTicketSchema>

/** A staff member who is online and may work on one of the channels. */
export const WallboardStaffMemberSchema = z.extend(StaffMemberSchema, {
  /** Number of open tickets per requested channel. Channels without tickets are omitted. */
  tickets: z.array(
    z.object({ channel_key: z.string(), open_count: CountSchema, waiting_count: CountSchema }),
  ),
  /**
   * True when the staff member has `MAX_WALLBOARD_STAFF_TICKETS` or more tickets in all channels. Only that many
   * are counted, so each count means "or more".
   */
  has_more: z.boolean(),
})
export type WallboardStaffMember = z.infer<typeof WallboardStaffMemberSchema>

/**
 * Returns the current numbers of the wallboard. Pages fetch them after each `ticket_update` and
 * `ticket_list_update` event, at most every `WALLBOARD_EVENTS_MS`, and also every `WALLBOARD_REFRESH_MS`: changes
 * of presence and changes by other server processes publish no event. The server caches the result for all clients
 * for `WALLBOARD_CACHE_MS`, so the numbers are at most two seconds old.
 */
export const readWallboard = defineCall({
  name: 'readWallboard',
  method: 'GET',
  path: '/api/staff/wallboard',
  summary: 'Waiting and open tickets and the agents online now, by channel',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeysSchema) }),
  response: z.object({
    /** Server time of the database snapshot, to which waiting times are relative. */
    at: MomentSchema,
    /** Channels in the usual channel order. */
    channels: z.array(WallboardChannelSchema),
    /** Longest waiting tickets, at most `WALLBOARD_LONGEST`. */
    longest: z.array(WallboardTicketSchema).check(z.maxLength(WALLBOARD_LONGEST)),
    /** Staff members, sorted by name. */
    staff: z.array(WallboardStaffMemberSchema),
  }),
  errors: ['forbidden_channel'],
})
