import * as z from 'zod'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { asRaw, firstText } from '../raw-json.ts'
import { ImageLinkSchema, StorableTextSchema } from '../request-parts.ts'

/** A canned reply: a text, an image, or both; without a channel it serves all. */
export const SuggestionSchema = z.object({
  id: z.string(),
  text: z.string().nullable(),
  image_url: z.string().nullable(),
  channel_key: z.string().nullable(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const decodeSuggestion = z.preprocess((value) => {
  const raw = asRaw(asRaw(value).item ?? value)
  return {
    id: firstText(raw, 'id'),
    text: firstText(raw, 'text') ?? null,
    image_url: firstText(raw, 'image_url') ?? null,
    channel_key: firstText(raw, 'channel_key') ?? null,
  }
}, SuggestionSchema)

const Text = StorableTextSchema.max(TEXT_MAX_UTF16).refine((text) => text.trim() !== '', 'must not be empty')

export const NewSuggestionSchema = z
  .object({
    text: Text.optional(),
    image_url: ImageLinkSchema.optional(),
    channel_key: z.string().max(100).optional(),
  })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')

export const SuggestionEditSchema = z
  .object({ text: Text.optional(), image_url: ImageLinkSchema.optional() })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')
