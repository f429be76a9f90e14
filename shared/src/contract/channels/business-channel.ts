import * as z from 'zod'
import { MomentSchema } from '../answer-parts.ts'
import { asRaw } from '../raw-json.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

/** The month's messages of an official account, as LINE has counted them last. */
export const QuotaSchema = z.object({
  /** Null: as many as one likes. */
  limit: z.number().int().nonnegative().nullable(),
  used: z.number().int().nonnegative(),
  checked_at: MomentSchema,
  /** `near` from 80 %, `reached` when LINE takes nothing but free replies. */
  warning: z.enum(['near', 'reached']).nullable(),
})

/** An official account, as managers see it. */
export const BusinessChannelSchema = StaffChannelSchema.extend({
  quota: QuotaSchema.optional(),
  /** As people find it in LINE: `@…`. */
  basic_id: z.string().optional(),
  /** LINE refuses its channel access token: nothing is sent until it has another. */
  token_refused: z.literal(true).optional(),
})

/** Another server may know nothing of what is optional, or write it in its own way. */
export const decodeBusinessChannel = z.preprocess(
  (value) => {
    const { quota, basic_id, token_refused } = asRaw(value)
    const channel = decodeStaffChannel.safeParse(value)
    return { ...channel.data, quota, basic_id, token_refused }
  },
  BusinessChannelSchema.extend({
    quota: QuotaSchema.optional().catch(undefined),
    basic_id: z.string().optional().catch(undefined),
    token_refused: z.literal(true).optional().catch(undefined),
  }),
)
