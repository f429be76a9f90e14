import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DeskError } from '../desk-error.ts'

/** Of one address: nobody uses up the whole alone. */
const ADDRESS_BYTES = 32 * 1024 * 1024
const TOTAL_BYTES = 256 * 1024 * 1024

/**
 * Bounds the bytes of bodies that the routes of `app` buffer at once, in all and of one address. Bytes count when they are here, not when they
 * are announced, until their request has ended: whoever only opens connections takes no room from others. A body that finds no room
 * is answered with 503.
 */
export function addBodyBudget(app: FastifyInstance): void {
  const budget = new Budget()
  app.addHook('preParsing', async ({ ip, raw }, reply, payload) => {
    let taken = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!budget.take(ip, chunk.length)) return done(new DeskError('unavailable'))
        taken += chunk.length
        done(null, chunk)
      },
    })
    whenEnded(reply, () => budget.give(ip, taken))
    payload.on('error', (error) => counted.destroy(error))
    raw.once('close', () => {
      if (!raw.complete) counted.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    })
    return payload.pipe(counted)
  })
}

class Budget {
  private total = 0
  private readonly byAddress = new Map<string, number>()

  take(address: string, bytes: number): boolean {
    const own = (this.byAddress.get(address) ?? 0) + bytes
    if (own > ADDRESS_BYTES || this.total + bytes > TOTAL_BYTES) return false
    this.byAddress.set(address, own)
    this.total += bytes
    return true
  }

  give(address: string, bytes: number): void {
    if (bytes === 0) return
    const own = (this.byAddress.get(address) ?? 0) - bytes
    if (own > 0) this.byAddress.set(address, own)
    else this.byAddress.delete(address)
    this.total -= bytes
  }
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
