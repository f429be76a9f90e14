import * as z from 'zod'
import { asRaw, firstText } from '../variants.ts'

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

const Text = z
  .string()
  .max(5000)
  .refine((text) => text.trim() !== '', 'must not be empty')
const ImageUrl = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/\S+$/, 'must start with http:// or https://')

export const NewSuggestionSchema = z
  .object({
    text: Text.optional(),
    image_url: ImageUrl.optional(),
    channel_key: z.string().max(100).optional(),
  })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')

export const SuggestionEditSchema = z
  .object({ text: Text.optional(), image_url: ImageUrl.optional() })
  .refine((body) => body.text !== undefined || body.image_url !== undefined, 'text or image_url is needed')
