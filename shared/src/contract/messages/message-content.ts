import * as z from 'zod'
import { asRaw } from '../raw-json.ts'

/** A picture, sound, film or file: on its way (`pending`), here (`ready`), or not to be had any more (`gone`). */
export const MediaSchema = z.object({
  state: z.enum(['pending', 'ready', 'gone']),
  /** Of `MEDIA_REASONS`, of one that is gone; also why one that is ready has no preview. */
  reason: z.string().nullable(),
  /** Signed, and good for some hours; `download` gives it as a file. */
  url: z.string().nullable(),
  preview_url: z.string().nullable(),
  content_type: z.string().nullable(),
  bytes: z.number().int().nonnegative().nullable(),
  /** In pixels, of a picture as it is shown. */
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
})
export type Media = z.infer<typeof MediaSchema>

/** Places in a text, in UTF-16 units. */
const Span = { index: z.number().int().nonnegative(), length: z.number().int().positive() }
const Milliseconds = z.number().nonnegative().nullable()

/** What every kind may have beside its own. */
const common = {
  /** The message that it answers: its id where the desk has it, and how it begins. */
  quoted: z.object({ message_id: z.string().nullable(), text: z.string().nullable() }).nullish(),
  /** It came so many ms after it was sent, and stands where it came. */
  late_ms: z.number().nonnegative().nullish(),
}

/** What a message says beyond SPEC's text and image, by kind. */
export const MessageContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    emojis: z.array(z.object({ ...Span, url: z.string().nullable() })),
    mentions: z.array(z.object({ ...Span, is_self: z.boolean() })),
    ...common,
  }),
  z.object({
    kind: z.literal('image'),
    media: MediaSchema.nullable(),
    /** Of pictures that were sent together: which of how many. */
    set: z
      .object({ id: z.string(), index: z.number().int().nullable(), total: z.number().int().nullable() })
      .nullable(),
    ...common,
  }),
  z.object({
    kind: z.literal('video'),
    media: MediaSchema.nullable(),
    duration_ms: Milliseconds,
    ...common,
  }),
  z.object({
    kind: z.literal('audio'),
    media: MediaSchema.nullable(),
    duration_ms: Milliseconds,
    ...common,
  }),
  z.object({
    kind: z.literal('file'),
    media: MediaSchema.nullable(),
    file_name: z.string(),
    bytes: z.number().nonnegative().nullable(),
    ...common,
  }),
  z.object({
    kind: z.literal('sticker'),
    image_url: z.string().nullable(),
    keywords: z.array(z.string()),
    text: z.string().nullable(),
    ...common,
  }),
  z.object({
    kind: z.literal('location'),
    title: z.string().nullable(),
    address: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
    ...common,
  }),
  z.object({ kind: z.literal('postback'), label: z.string().nullable(), data: z.string(), ...common }),
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
