import type { ImageToUpload, OutboxMessage } from './outbox.ts'

/** Reads a stored message, which an earlier release may have written. Returns null when the value is not a message. */
export function parseStored(value: unknown): (OutboxMessage & { order: number }) | null {
  const {
    id,
    ticketId,
    text,
    imageUrl,
    at,
    accepts,
    retryOf,
    suggestionIds,
    state,
    failure,
    holds,
    order,
    image,
    customer,
    batch,
  } = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  if (typeof id !== 'string' || typeof ticketId !== 'string' || typeof text !== 'string') return null
  return {
    id,
    ticketId,
    text,
    imageUrl: typeof imageUrl === 'string' ? imageUrl : null,
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : new Date(0).toISOString(),
    accepts: accepts === true,
    retryOf: typeof retryOf === 'string' ? retryOf : null,
    suggestionIds: Array.isArray(suggestionIds)
      ? suggestionIds.filter((each) => typeof each === 'string')
      : [],
    state: state === 'waiting' || state === 'sending' ? state : 'failed',
    failure: typeof failure === 'string' ? failure : null,
    holds: holds === true,
    image: parseImage(image),
    ...(typeof customer === 'string' && { customer }),
    ...(typeof batch === 'string' && { batch }),
    order: typeof order === 'number' ? order : 0,
  }
}

function parseImage(value: unknown): ImageToUpload | null {
  if (typeof value !== 'object' || value === null) return null
  const { name, width, height } = value as Record<string, unknown>
  return {
    name: String(name ?? ''),
    width: typeof width === 'number' ? width : 0,
    height: typeof height === 'number' ? height : 0,
  }
}
