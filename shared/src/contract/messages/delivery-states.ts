/** How far an OUT message has come on its way to LINE. */
export const DELIVERY_STATES = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** `sending` is a server's own matter: for people it is still queued. What cannot be read is null. */
export function readDelivery(value: unknown): DeliveryState | null {
  return value === 'sending' ? 'queued' : (DELIVERY_STATES.find((each) => each === value) ?? null)
}
