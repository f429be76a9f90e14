import * as z from 'zod'
import { asFlag, asRaw } from '../raw-json.ts'
import { ChannelSchema, decodeChannel } from './channel.ts'

/** An official account that a person may work in. */
export const StaffChannelSchema = ChannelSchema.extend({
  /** Its messages of this month are used up: LINE takes only free replies, within a minute of the customer's message. */
  quota_reached: z.literal(true).optional(),
})

export const decodeStaffChannel = z.preprocess(
  (value) => ({
    ...decodeChannel.safeParse(value).data,
    ...(asFlag(asRaw(value).quota_reached) ? { quota_reached: true } : {}),
  }),
  StaffChannelSchema,
)
