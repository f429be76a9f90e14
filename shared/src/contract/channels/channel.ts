import * as z from 'zod/mini'
import { asFlag, asRaw, firstText } from '../raw-json.ts'
import { preprocess } from '../response-parts.ts'

export const ChannelSchema = z.object({ key: z.string(), name: z.string() })
export type Channel = z.infer<typeof ChannelSchema>

export const decodeChannel = preprocess((value) => {
  const raw = typeof value === 'string' ? { key: value } : asRaw(value)
  const key = firstText(raw, 'key', 'channel_key')
  return { key, name: firstText(raw, 'name') ?? key }
}, ChannelSchema)

export const StaffChannelSchema = z.extend(ChannelSchema, {
  /** Monthly quota used up: LINE accepts only free replies within one minute after the customer's message. */
  quota_reached: z.optional(z.literal(true)),
  /** True when at least 80 % of the monthly quota is used. Sent to managers only. */
  quota_near: z.optional(z.literal(true)),
})

export const decodeStaffChannel = preprocess(
  (value) => ({
    ...decodeChannel.safeParse(value).data,
    ...(asFlag(asRaw(value).quota_reached) ? { quota_reached: true } : {}),
    ...(asFlag(asRaw(value).quota_near) ? { quota_near: true } : {}),
  }),
  StaffChannelSchema,
)
