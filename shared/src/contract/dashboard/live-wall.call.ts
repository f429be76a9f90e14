import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { MAX_WALL_COUNT, WALL_LONGEST } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { DeliveryWaitSchema } from '../messages/delivery-wait.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Up to `MAX_WALL_COUNT` for each official account: that many reads as "or more". */
const WallCountSchema = CountSchema.check(z.lte(MAX_WALL_COUNT))

/** What an official account is like now. */
export const WallChannelSchema = z.object({
  channel: ChannelSchema,
  /** Open cases in which the customer waits for an answer, and of these nobody's: of those that are counted, the longest waits. */
  waiting_count: WallCountSchema,
  waiting_unassigned_count: WallCountSchema,
  /** Since when the one waits who waits longest; null: nobody does. */
  longest_waiting_since: z.nullable(MomentSchema),
  open_count: WallCountSchema,
  /** Reason, start and number of replies delayed by LINE; null when none is delayed. */
  reply_wait: z.optional(z.nullable(z.extend(DeliveryWaitSchema, { count: WallCountSchema }))),
})
export type WallChannel = z.infer<typeof WallChannelSchema>

/** A customer who waits. */
export const WallCaseSchema = z.object({
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
  /** As in a ticket: the customer needs a reply, and the assignee has no page of the desk open. */
  assignee_absent: z.boolean(),
})
export type WallCase = z.infer<typeof WallCaseSchema>

/** Somebody who has a page of the desk open and may work in one of the accounts. */
export const WallPersonSchema = z.extend(StaffMemberSchema, {
  /** Their open cases in each account that was asked for; accounts of which they have none are left out. */
  cases: z.array(z.object({ channel_key: z.string(), open_count: CountSchema, waiting_count: CountSchema })),
  /** They have `MAX_WALL_PERSON_CASES` or more in all accounts, the first of which are counted: each number reads as "or more". */
  has_more: z.boolean(),
})
export type WallPerson = z.infer<typeof WallPersonSchema>

/**
 * What is going on now. A page asks again on each `ticket_update` and `ticket_list_update` of the socket, at most every `WALL_EVENTS_MS`,
 * and every `WALL_REFRESH_MS` whatever happens: who comes and goes is no event, and what another server process does is none either. The
 * server reads it for all who ask at most every `WALL_KEPT_MS`, so that what is shown is never more than two seconds old.
 */
export const liveWall = defineCall({
  name: 'liveWall',
  method: 'GET',
  path: '/api/staff/live-wall',
  summary: 'Who waits now and who is here with how many cases, by official account',
  access: 'staff',
  query: z.object({ channel_key: z.optional(ChannelKeysSchema) }),
  answer: z.object({
    /** The server's clock as it was read: lengths of waiting go by it. */
    at: MomentSchema,
    /** In the order of accounts everywhere. */
    channels: z.array(WallChannelSchema),
    /** Those who wait longest, at most `WALL_LONGEST`. */
    longest: z.array(WallCaseSchema).check(z.maxLength(WALL_LONGEST)),
    /** By name. */
    people: z.array(WallPersonSchema),
  }),
  errors: ['forbidden_channel'],
})
