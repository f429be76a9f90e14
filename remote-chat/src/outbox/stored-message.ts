import type { OutboxMessage } from './outbox.ts'

export type StoredMessage = OutboxMessage & { readonly order: number }

/** Reads a stored message, which an earlier release may have written. Returns null when the value is not a message. */
export function parseStored(value: unknown): StoredMessage | null {
  if (typeof value !== 'object' || value === null) return null
  const { sentOff: _, ...known } = value as Partial<StoredMessage> & { sentOff?: unknown }
  const { id, ticketId, text, at = '', state } = known
  if (typeof id !== 'string' || typeof ticketId !== 'string' || typeof text !== 'string') return null
  return {
    ...{ imageUrl: null, accepts: false, retryOf: null, failure: null, holds: false, order: 0 },
    ...known,
    ...{ id, ticketId, text },
    at: Number.isNaN(Date.parse(at)) ? new Date(0).toISOString() : at,
    state: state === 'waiting' || state === 'sending' ? state : 'failed',
  }
}
