import * as z from 'zod/mini'
import { asRaw } from '../raw-json.ts'
import { CountSchema, MomentSchema, preprocess } from '../response-parts.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

export const QuotaSchema = z.object({
  /** Messages per month. Null when the quota is unlimited. */
  limit: z.nullable(CountSchema),
  used: CountSchema,
  checked_at: MomentSchema,
  /** `near`: at least 80 % of the quota is used. `reached`: all is used, so LINE accepts replies but no pushes. */
  warning: z.nullable(z.enum(['near', 'reached'])),
})

export const BusinessChannelSchema = z.extend(StaffChannelSchema, {
  quota: z.optional(QuotaSchema),
  basic_id: z.optional(z.string()),
  /** LINE rejects the channel access token: no message is sent until the token is replaced. */
  token_refused: z.optional(z.literal(true)),
})

/** Other implementations of the API may omit optional fields, or send them in other forms. */
export const decodeBusinessChannel = preprocess(
  (value) => {
    const { quota, basic_id, token_refused } = asRaw(value)
    const channel = decodeStaffChannel.safeParse(value)
    return { ...channel.data, quota, basic_id, token_refused }
  },
  z.extend(BusinessChannelSchema, {
    quota: z.catch(z.optional(QuotaSchema), undefined),
    basic_id: z.catch(z.optional(z.string()), undefined),
    token_refused: z.catch(z.optional(z.literal(true)), undefined),
  }),
)
