import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { MAX_WALLBOARD_COUNT, WALLBOARD_LONGEST } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Number of tickets. The value `MAX_WALLBOARD_COUNT` means "or more". */
const WallboardCountSchema = CountSchema.check(z.lte(MAX_WALLBOARD_COUNT))

export const WallboardChannelSchema = z.object({
  channel: ChannelSchema,
  /** Number of tickets that need a reply, among the `MAX_WALLBOARD_COUNT` longest waiting tickets of the channel. */
  waiting_count: WallboardCountSchema,
  waiting_unassigned_count: WallboardCountSchema,
  longest_waiting_since: z.nullable(MomentSchema),
  open_count: WallboardCountSchema,
  reply_wait: z.optional(z.nullable(z.extend(DeliveryWaitSchema, { count: WallboardCountSchema }))),
})
export type WallboardChannel = z.infer<typeof WallboardChannelSchema>

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
  assignee_absent: z.boolean(),
})
export type WallboardTicket = z.infer<typeof WallboardTicketSchema>

/** A staff member who is online and may work on one of the channels. */
export const WallboardStaffMemberSchema = z.extend(StaffMemberSchema, {
  /** Tickets per channel. Channels without tickets are omitted. */
  tickets: z.array(
    z.object({ channel_key: z.string(), open_count: CountSchema, waiting_count: CountSchema }),
  ),
  /** True when the channels have `MAX_WALLBOARD_STAFF_TICKETS` or more tickets. Each count then means "or more". */
  has_more: z.boolean(),
})
export type WallboardStaffMember = z.infer<typeof WallboardStaffMemberSchema>

/**
 * Returns a state that is at most two seconds old. Pages fetch it after events and every `WALLBOARD_REFRESH_MS`,
 * because changes of presence, and changes by other server processes, publish no event. The server caches it for
 * `WALLBOARD_CACHE_MS`.
 */
export const readWallboard = defineCall({
  name: 'readWallboard',
  method: 'GET',
  path: '/api/staff/wallboard',
  summary: 'Waiting and open tickets and the agents online now, by channel',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeysSchema) }),
  response: z.object({
    at: MomentSchema,
    channels: z.array(WallboardChannelSchema),
    longest: z.array(WallboardTicketSchema).check(z.maxLength(WALLBOARD_LONGEST)),
    staff: z.array(WallboardStaffMemberSchema),
  }),
  errors: ['forbidden_channel'],
})
