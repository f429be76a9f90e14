import * as z from 'zod'
import { asRaw, firstText } from '../raw-json.ts'

/** An official account, as staff see it. */
export const ChannelSchema = z.object({ key: z.string(), name: z.string() })
export type Channel = z.infer<typeof ChannelSchema>

export const decodeChannel = z.preprocess((value) => {
  const raw = typeof value === 'string' ? { key: value } : asRaw(value)
  const key = firstText(raw, 'key', 'channel_key')
  return { key, name: firstText(raw, 'name') ?? key }
}, ChannelSchema)
