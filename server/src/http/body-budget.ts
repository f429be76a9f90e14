import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DeskError } from '../desk-error.ts'

/** Nearly all bodies are smaller: they do not wait behind large ones, which are few. */
const SMALL_BODY_BYTES = 64 * 1024
const TOTAL_BYTES = 64 * 1024 * 1024

/**
 * Bounds the bytes of bodies that are buffered at once by the routes of `app`: up to 64 MiB of bodies of 64 KiB or less, and 64 MiB of larger
 * ones. A body counts with the length that it declares from the moment its headers are here, without one with `limitOf`; the next that
 * does not fit gets 503 and is not read. Requests that arrive too slowly are ended by the server's request time-out.
 */
export function addBodyBudget(app: FastifyInstance, limitOf: (request: FastifyRequest) => number): void {
  const small = new Budget(TOTAL_BYTES)
  const large = new Budget(TOTAL_BYTES)
  app.addHook('onRequest', async (request, reply) => {
    const bytes = declaredBytes(request, limitOf(request))
    if (bytes === 0) return
    const budget = bytes <= SMALL_BODY_BYTES ? small : large
    if (!budget.take(bytes)) throw new DeskError('unavailable')
    whenEnded(reply, () => budget.give(bytes))
  })
}

class Budget {
  private left: number

  constructor(bytes: number) {
    this.left = bytes
  }

  take(bytes: number): boolean {
    if (bytes > this.left) return false
    this.left -= bytes
    return true
  }

  give(bytes: number): void {
    this.left += bytes
  }
}

/** A body that declares more than the limit is refused without being read. */
function declaredBytes({ headers }: FastifyRequest, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit
  return Math.min(Number(headers['content-length'] ?? 0) || 0, limit)
}

/** The answer was sent, or the connection broke. */
function whenEnded({ raw }: FastifyReply, ended: () => void): void {
  let isEnded = false
  for (const event of ['close', 'finish']) {
    raw.once(event, () => {
      if (!isEnded) ended()
      isEnded = true
    })
  }
}
