import * as z from 'zod/mini'
import { asMoment, asRaw } from '../raw-json.ts'
import { MomentSchema } from '../response-parts.ts'
import { DELIVERY_WAITS, type DeliveryWaitReason } from './delivery.ts'

/** Why and since when LINE delays replies. */
export const DeliveryWaitSchema = z.object({
  reason: z.enum(Object.keys(DELIVERY_WAITS) as [DeliveryWaitReason]),
  since: MomentSchema,
})
export type DeliveryWait = z.infer<typeof DeliveryWaitSchema>

/** Null when no reply is delayed, or when the server does not send the delay. */
export function readDeliveryWait(value: unknown): DeliveryWait | null {
  const raw = asRaw(value)
  const wait = DeliveryWaitSchema.safeParse({ reason: raw.reason, since: asMoment(raw.since) })
  return wait.success ? wait.data : null
}
