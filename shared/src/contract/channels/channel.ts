import * as z from 'zod/mini'
import { preprocess } from '../answer-parts.ts'
import { asFlag, asRaw, firstText } from '../raw-json.ts'

/** An official account, as staff see it. */
export const ChannelSchema = z.object({ key: z.string(), name: z.string() })
export type Channel = z.infer<typeof ChannelSchema>

export const decodeChannel = preprocess((value) => {
  const raw = typeof value === 'string' ? { key: value } : asRaw(value)
  const key = firstText(raw, 'key', 'channel_key')
  return { key, name: firstText(raw, 'name') ?? key }
}, ChannelSchema)

/** An official account that a person may work in. */
export const StaffChannelSchema = z.extend(ChannelSchema, {
  /** Its messages of this month are used up: LINE takes only free replies, within a minute of the customer's message. */
  quota_reached: z.optional(z.literal(true)),
  /** Managers alone are told: four fifths of its messages of this month are used. */
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
