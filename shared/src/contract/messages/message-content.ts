import * as z from 'zod/mini'
import { asRaw } from '../raw-json.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'

/** Earlier message on the same channel with the same image, from the same or another customer. */
export const SeenBeforeSchema = z.object({
  is_same_customer: z.boolean(),
  ticket_id: z.string(),
  seq: CountSchema,
  at: MomentSchema,
})
export type SeenBefore = z.infer<typeof SeenBeforeSchema>

/** State of the media. `pending`: not downloaded from LINE yet. `gone`: no longer available. */
export const MediaSchema = z.object({
  state: z.enum(['pending', 'ready', 'gone']),
  reason: z.nullable(z.string()),
  /** URL signed for the session that requested it, valid for some hours. `download` serves the media as a file. */
  url: z.nullable(z.string()),
  preview_url: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  bytes: z.nullable(CountSchema),
  width: z.nullable(z.int().check(z.positive())),
  height: z.nullable(z.int().check(z.positive())),
  /** Earlier message with the same image. Set only for ready images from customers. */
  seen_before: z.nullish(SeenBeforeSchema),
})
export type Media = z.infer<typeof MediaSchema>

/** Range of the message text in UTF-16 units. */
const Span = { index: CountSchema, length: z.int().check(z.positive()) }
const AmountOrNull = z.nullable(z.number().check(z.nonnegative()))

const common = {
  /** Quoted message. `message_id` is null when the message is not stored; `text` is the start of its text. */
  quoted: z.nullish(z.object({ message_id: z.nullable(z.string()), text: z.nullable(z.string()) })),
  /** Time in ms between sending and arrival. Messages are sorted by arrival. */
  late_ms: z.nullish(z.number().check(z.nonnegative())),
}

/** Message content for which the specification's text and image fields are not sufficient. */
export const MessageContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    emojis: z.array(z.object({ ...Span, url: z.nullable(z.string()) })),
    mentions: z.array(z.object({ ...Span, is_self: z.boolean() })),
    ...common,
  }),
  z.object({
    kind: z.literal('image'),
    media: z.nullable(MediaSchema),
    set: z.nullable(z.object({ id: z.string(), index: z.nullable(z.int()), total: z.nullable(z.int()) })),
    ...common,
  }),
  z.object({
    kind: z.literal('video'),
    media: z.nullable(MediaSchema),
    duration_ms: AmountOrNull,
    ...common,
  }),
  z.object({
    kind: z.literal('audio'),
    media: z.nullable(MediaSchema),
    duration_ms: AmountOrNull,
    ...common,
  }),
  z.object({
    kind: z.literal('file'),
    media: z.nullable(MediaSchema),
    file_name: z.string(),
    bytes: AmountOrNull,
    ...common,
  }),
  z.object({
    kind: z.literal('sticker'),
    image_url: z.nullable(z.string()),
    keywords: z.array(z.string()),
    text: z.nullable(z.string()),
    ...common,
  }),
  z.object({
    kind: z.literal('location'),
    title: z.nullable(z.string()),
    address: z.nullable(z.string()),
    latitude: z.number(),
    longitude: z.number(),
    ...common,
  }),
  z.object({ kind: z.literal('postback'), label: z.nullable(z.string()), ...common }),
  z.object({ kind: z.literal('unsent'), ...common }),
  z.object({ kind: z.literal('unknown'), type: z.string(), ...common }),
])
export type MessageContent = z.infer<typeof MessageContentSchema>
export type MessageKind = MessageContent['kind']

type WithoutMedia<T> = T extends { media: unknown } ? Omit<T, 'media'> : T
/** Message content as stored: without media URLs, which expire and are created for each response. */
export type StoredContent = WithoutMedia<MessageContent>

/** Reads the content of a message. Null for invalid content: the page then shows the message text. */
export function readMessageContent(value: unknown): MessageContent | null {
  if (Object.keys(asRaw(value)).length === 0) return null
  const content = MessageContentSchema.safeParse(value)
  return content.success ? content.data : null
}
