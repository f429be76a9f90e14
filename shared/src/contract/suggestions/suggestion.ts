import * as z from 'zod'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { asRaw, firstText } from '../raw-json.ts'
import { ImageLinkSchema, StorableTextSchema, TEXT_TOO_LONG } from '../request-parts.ts'

/** A canned reply: a text, or a picture, whose text is what staff call it; without a channel it serves all. */
export const SuggestionSchema = z.object({
  id: z.string(),
  text: z.string().nullable(),
  image_url: z.string().nullable(),
  channel_key: z.string().nullable(),
  /** Whether the caller may change and remove it; a server that does not say so decides at the call. */
  can_edit: z.boolean().optional(),
  /** How many messages were sent with it; for managers alone. */
  use_count: z.number().int().nonnegative().optional(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const decodeSuggestion = z.preprocess((value) => {
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

const Text = StorableTextSchema.max(TEXT_MAX_UTF16)
  .refine((text) => text.trim() !== '', 'must not be empty')
  // `max` counts an emoji as one, LINE as two.
  .refine((text) => text.length <= TEXT_MAX_UTF16, TEXT_TOO_LONG)

export const NewSuggestionSchema = z
  .object({
    text: Text.optional(),
    image_url: ImageLinkSchema.optional(),
    /** Left out it is the official account of `X-Channel-Key`; null: it serves all. */
    channel_key: z.string().max(100).nullable().optional(),
  })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')

export const SuggestionEditSchema = z
  .object({ text: Text.optional(), image_url: ImageLinkSchema.optional() })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')
