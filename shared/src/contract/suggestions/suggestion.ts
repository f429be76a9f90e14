import * as z from 'zod/mini'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { isInvisible } from '../invisible-text.ts'
import { asRaw, firstText } from '../raw-json.ts'
import { ImageLinkSchema, StorableTextSchema, TEXT_TOO_LONG } from '../request-parts.ts'
import { CountSchema, preprocess } from '../response-parts.ts'

/** A suggestion: a text, or an image with a name as its text. Without a channel it is for all channels. */
export const SuggestionSchema = z.object({
  id: z.string(),
  text: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  channel_key: z.nullable(z.string()),
  /** True when the caller may change and delete it. Servers that omit it check this in the call. */
  can_edit: z.optional(z.boolean()),
  /** Number of messages sent with it. Managers only. */
  use_count: z.optional(CountSchema),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const decodeSuggestion = preprocess((value) => {
  const raw = asRaw(asRaw(value).item ?? value)
  const { can_edit, use_count } = raw
  return {
    id: firstText(raw, 'id'),
    text: firstText(raw, 'text') ?? null,
    image_url: firstText(raw, 'image_url') ?? null,
    channel_key: firstText(raw, 'channel_key') ?? null,
    ...(typeof can_edit === 'boolean' ? { can_edit } : {}),
    ...(typeof use_count === 'number' ? { use_count } : {}),
  }
}, SuggestionSchema)

const Text = StorableTextSchema.check(
  z.maxLength(TEXT_MAX_UTF16),
  z.refine((text) => !isInvisible(text), 'must not be empty'),
  z.refine((text) => text.length <= TEXT_MAX_UTF16, TEXT_TOO_LONG),
)

export const NewSuggestionSchema = z
  .object({
    text: z.optional(Text),
    image_url: z.optional(ImageLinkSchema),
    /** Default: the channel of `X-Channel-Key`. Null for all channels. */
    channel_key: z.optional(z.nullable(StorableTextSchema.check(z.maxLength(100)))),
  })
  .check(
    z.refine(
      (body) => body.text !== undefined || body.image_url !== undefined,
      'text or image_url is required',
    ),
  )

export const SuggestionEditSchema = z
  .object({
    text: z.optional(Text),
    image_url: z.optional(ImageLinkSchema),
    /** The text before the change. The error is `conflict`, without a change, when it is different now. */
    was: z.optional(StorableTextSchema.check(z.maxLength(TEXT_MAX_UTF16))),
  })
  .check(
    z.refine(
      (body) => body.text !== undefined || body.image_url !== undefined,
      'text or image_url is required',
    ),
  )
