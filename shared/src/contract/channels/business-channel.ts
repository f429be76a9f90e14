import * as z from 'zod/mini'
import { CountSchema, MomentSchema, preprocess } from '../answer-parts.ts'
import { asRaw } from '../raw-json.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

/** The month's messages of an official account, as LINE has counted them last. */
export const QuotaSchema = z.object({
  /** Null: as many as one likes. */
  limit: z.nullable(CountSchema),
  used: CountSchema,
  checked_at: MomentSchema,
  /** `near` from 80 %, `reached` when LINE takes nothing but free replies. */
  warning: z.nullable(z.enum(['near', 'reached'])),
})

/** An official account, as managers see it. */
export const BusinessChannelSchema = z.extend(StaffChannelSchema, {
  quota: z.optional(QuotaSchema),
  /** As people find it in LINE: `@…`. */
  basic_id: z.optional(z.string()),
  /** LINE refuses its channel access token: nothing is sent until it has another. */
  token_refused: z.optional(z.literal(true)),
})

/** Another server may know nothing of what is optional, or write it in its own way. */
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
