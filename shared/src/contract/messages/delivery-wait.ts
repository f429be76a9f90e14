import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { asMoment, asRaw } from '../raw-json.ts'
import { DELIVERY_WAITS, type DeliveryWaitReason } from './delivery.ts'

/** Why replies wait for LINE, and since when. */
export const DeliveryWaitSchema = z.object({
  reason: z.enum(Object.keys(DELIVERY_WAITS) as [DeliveryWaitReason]),
  since: MomentSchema,
})
export type DeliveryWait = z.infer<typeof DeliveryWaitSchema>

/** Null when nothing waits, or the server does not say. */
export function readDeliveryWait(value: unknown): DeliveryWait | null {
  const raw = asRaw(value)
  const wait = DeliveryWaitSchema.safeParse({ reason: raw.reason, since: asMoment(raw.since) })
  return wait.success ? wait.data : null
}
