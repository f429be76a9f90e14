import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { asRaw } from '../raw-json.ts'

/** The same picture came before, to the same account: from the customer who sends it now or from another, and as which message. */
export const SeenBeforeSchema = z.object({
  is_same_customer: z.boolean(),
  ticket_id: z.string(),
  seq: CountSchema,
  at: MomentSchema,
})
export type SeenBefore = z.infer<typeof SeenBeforeSchema>

/** A picture, sound, film or file: on its way (`pending`), here (`ready`), or not to be had any more (`gone`). */
export const MediaSchema = z.object({
  state: z.enum(['pending', 'ready', 'gone']),
  /** Of `MEDIA_REASONS`, of one that is gone; also why one that is ready has no preview. */
  reason: z.nullable(z.string()),
  /** Signed for the session that reads it, and valid for some hours; `download` serves it as a file. */
  url: z.nullable(z.string()),
  preview_url: z.nullable(z.string()),
  content_type: z.nullable(z.string()),
  bytes: z.nullable(CountSchema),
  /** In pixels, of a picture as it is shown. */
  width: z.nullable(z.int().check(z.positive())),
  height: z.nullable(z.int().check(z.positive())),
  /** Of a customer's picture that has come. */
  seen_before: z.nullish(SeenBeforeSchema),
})
export type Media = z.infer<typeof MediaSchema>

/** Places in a text, in UTF-16 units. */
const Span = { index: CountSchema, length: z.int().check(z.positive()) }
const AmountOrNull = z.nullable(z.number().check(z.nonnegative()))

/** What every kind may have beside its own. */
const common = {
  /** The message that it answers: its id where the desk has it, and how it begins. */
  quoted: z.nullish(z.object({ message_id: z.nullable(z.string()), text: z.nullable(z.string()) })),
  /** It came so many ms after it was sent, and stands where it came. */
  late_ms: z.nullish(z.number().check(z.nonnegative())),
}

/** What a message says beyond SPEC's text and image, by kind. */
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
    /** Of pictures that were sent together: which of how many. */
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
  /** Of a type that the desk does not know. */
  z.object({ kind: z.literal('unknown'), type: z.string(), ...common }),
])
export type MessageContent = z.infer<typeof MessageContentSchema>
export type MessageKind = MessageContent['kind']

type WithoutMedia<T> = T extends { media: unknown } ? Omit<T, 'media'> : T
/** As the server keeps it: addresses are made when it is told, for they expire. */
export type StoredContent = WithoutMedia<MessageContent>

/** For the browser: null for what cannot be read, so that the message is shown by its text. */
export function readMessageContent(value: unknown): MessageContent | null {
  if (Object.keys(asRaw(value)).length === 0) return null
  const content = MessageContentSchema.safeParse(value)
  return content.success ? content.data : null
}
