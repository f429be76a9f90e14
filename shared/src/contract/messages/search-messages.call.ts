import * as z from 'zod/mini'
import { MAX_FOUND_MESSAGES, MAX_SEARCH_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeysSchema, RequestedMomentSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'

/** Range of a match in the message text, in UTF-16 units. */
const MatchRangeSchema = z.object({ start: z.number(), end: z.number() })

export const FoundMessageSchema = z.object({
  message_id: z.string(),
  ticket_id: z.string(),
  seq: z.number(),
  direction: z.enum(['IN', 'OUT']),
  at: MomentSchema,
  channel: z.object({ key: z.string(), name: z.string() }),
  customer: z.object({
    id: z.string(),
    display_name: z.string(),
    picture_url: z.nullable(z.string()),
    is_vip: z.boolean(),
  }),
  sender_name: z.nullable(z.string()),
  /** Text around the first match, and the offset of this text in the message. */
  snippet: z.string(),
  snippet_start: z.number(),
  /** Match ranges, relative to the whole message text. */
  matches: z.array(MatchRangeSchema),
})
export type FoundMessage = z.infer<typeof FoundMessageSchema>

/** Time in ms and id of the last message searched; a placeholder id when the caller may not access the message. */
const CURSOR = /^\d{1,14}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Searches messages. Texts that look the same match (`normalizeForSearch`). A query `q` of fewer than three characters
 * requires one channel or one customer.
 * One request searches a limited number of messages: `cursor` continues, even after few or no items. `searched_until`
 * is the time of the oldest message searched; null when all messages were searched.
 */
export const searchMessages = defineCall({
  name: 'searchMessages',
  method: 'GET',
  path: '/api/staff/messages/search',
  summary: 'Messages that contain a text, newest first',
  access: 'staff',
  query: z.object({
    q: z.string().check(z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
    channel_key: z.optional(ChannelKeysSchema),
    customer_id: z.optional(z.uuid()),
    since: z.optional(RequestedMomentSchema),
    until: z.optional(RequestedMomentSchema),
    cursor: z.optional(z.string().check(z.regex(CURSOR))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), MAX_FOUND_MESSAGES),
  }),
  response: z.object({
    items: z.array(FoundMessageSchema),
    cursor: z.nullable(z.string()),
    searched_until: z.nullable(MomentSchema),
  }),
  errors: ['forbidden_channel', 'search_too_short', 'search_too_slow'],
})
