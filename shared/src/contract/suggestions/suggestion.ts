import * as z from 'zod/mini'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { MessageTextSchema } from '../messages/message-text.ts'
import { asRaw, firstText } from '../raw-json.ts'
import { ImageLinkSchema, StorableTextSchema } from '../request-parts.ts'
import { CountSchema, preprocess } from '../response-parts.ts'

/** A suggestion is a text, or an image whose `text` is its name. Without a channel it is for all channels. */
export const SuggestionSchema = z.object({
  id: z.string(),
  text: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  channel_key: z.nullable(z.string()),
  /** True when the caller may change and delete the suggestion. Missing when the server does not send it. */
  can_edit: z.optional(z.boolean()),
  /** Number of uses. Sent to managers only. */
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

const content = { text: z.optional(MessageTextSchema), image_url: z.optional(ImageLinkSchema) }
const hasContent = z.refine<{ text?: string | undefined; image_url?: string | undefined }>(
  (body) => body.text !== undefined || body.image_url !== undefined,
  'text or image_url is required',
)

export const NewSuggestionSchema = z
  .object({
    ...content,
    /** Channel of the suggestion: by default the one in the header `X-Channel-Key`; null for all channels. */
    channel_key: z.optional(z.nullable(StorableTextSchema.check(z.maxLength(100)))),
  })
  .check(hasContent)

export const SuggestionEditSchema = z
  .object({
    ...content,
    /** The text before the change. The error is `conflict` when the stored text is different. */
    was: z.optional(StorableTextSchema.check(z.maxLength(TEXT_MAX_UTF16))),
  })
  .check(hasContent)
