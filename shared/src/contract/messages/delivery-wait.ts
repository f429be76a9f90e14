import * as z from 'zod/mini'
import { asMoment, asRaw } from '../raw-json.ts'
import { MomentSchema } from '../response-parts.ts'
import { DELIVERY_WAITS, type DeliveryWaitReason } from './delivery.ts'

/** Reason why LINE delays replies, and the time at which the delay began. */
export const DeliveryWaitSchema = z.object({
  reason: z.enum(Object.keys(DELIVERY_WAITS) as [DeliveryWaitReason]),
  since: MomentSchema,
})
export type DeliveryWait = z.infer<typeof DeliveryWaitSchema>

/** Reads a delay. Null when no reply is delayed, or when the server does not send the field. */
export function readDeliveryWait(value: unknown): DeliveryWait | null {
  const raw = asRaw(value)
  const wait = DeliveryWaitSchema.safeParse({ reason: raw.reason, since: asMoment(raw.since) })
  return wait.success ? wait.data : null
}
