import * as z from 'zod/mini'
import { asFlag, asRaw, firstText } from '../raw-json.ts'
import { preprocess } from '../response-parts.ts'

export const CustomerSchema = z.object({
  id: z.string(),
  display_name: z.string(),
  picture_url: z.nullable(z.string()),
  line_user_id: z.string(),
  is_vip: z.boolean(),
})
export type Customer = z.infer<typeof CustomerSchema>

export const decodeCustomer = preprocess((value) => {
  const raw = asRaw(value)
  const lineUserId = firstText(raw, 'line_user_id', 'id') ?? ''
  return {
    id: firstText(raw, 'id', 'line_user_id'),
    display_name: firstText(raw, 'display_name') ?? lineUserId,
    picture_url: firstText(raw, 'picture_url') ?? null,
    line_user_id: lineUserId,
    is_vip: asFlag(raw.is_vip),
  }
}, CustomerSchema)
