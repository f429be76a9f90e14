import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { MAX_FOUND_MESSAGES, MAX_SEARCH_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { AskedMomentSchema, ChannelKeysSchema } from '../request-parts.ts'

/** A place in a text, in UTF-16 units. */
const PlaceSchema = z.object({ start: z.number(), end: z.number() })

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
  /** Who of the staff wrote it; null: the customer did, or nobody knows. */
  sender_name: z.nullable(z.string()),
  /** What stands around the first match, and where in the text that begins. */
  snippet: z.string(),
  snippet_start: z.number(),
  /** Places in the whole text, those within the snippet. */
  matches: z.array(PlaceSchema),
})
export type FoundMessage = z.infer<typeof FoundMessageSchema>

/** Where the last message stands that was looked at: its time in ms, and its id where the caller may see it. */
const CURSOR = /^\d{1,14}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Messages whose text contains `q`, the newest first; what looks the same is the same (`normalizeForSearch`). With fewer than three
 * letters a single official account or a customer is needed. One call looks through so much and no more: `cursor` goes on from there,
 * also when this answer has few items or none, and `searched_until` is how far back it has come; null: all of it.
 */
export const searchMessages = defineCall({
  name: 'searchMessages',
  method: 'GET',
  path: '/api/staff/messages/search',
  summary: 'Messages that contain a text, the newest first',
  access: 'staff',
  query: z.object({
    q: z.string().check(z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
    channel_key: z.optional(ChannelKeysSchema),
    customer_id: z.optional(z.uuid()),
    since: z.optional(AskedMomentSchema),
    until: z.optional(AskedMomentSchema),
    cursor: z.optional(z.string().check(z.regex(CURSOR))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), MAX_FOUND_MESSAGES),
  }),
  answer: z.object({
    items: z.array(FoundMessageSchema),
    cursor: z.nullable(z.string()),
    searched_until: z.nullable(MomentSchema),
  }),
  errors: ['forbidden_channel', 'search_too_short', 'search_too_slow'],
})
