import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DeskError } from '../desk-error.ts'
import { callerAddress } from './caller-address.ts'

/** Per address, so that one client cannot use up the whole budget. */
const ADDRESS_BYTES = 32 * 1024 * 1024
const TOTAL_BYTES = 256 * 1024 * 1024

/**
 * Bounds the bytes of request bodies that the routes of `app` buffer at once, in total and per address. Bytes count when they arrive, not
 * when they are announced, and until their response has ended: open connections without data take no share. A body that exceeds the
 * budget is answered with 503.
 */
export function addBodyBudget(app: FastifyInstance): void {
  const budget = new Budget()
  app.addHook('preParsing', async (request, reply, payload) => {
    const address = callerAddress(request)
    let taken = 0
    let isEnded = false
    const counted = countedBody(payload, request.raw, (bytes) => {
      if (isEnded || !budget.take(address, bytes)) return false
      taken += bytes
      return true
    })
    whenEnded(reply, () => {
      isEnded = true
      budget.give(address, taken)
    })
    return counted
  })
}

/**
 * The body, read only when a parser reads it: Node itself discards a body that no route wants. `take` is called with the size of each
 * chunk; false ends the stream with `unavailable`, and the rest of the body is discarded.
 */
function countedBody(payload: Readable, raw: IncomingMessage, take: (bytes: number) => boolean): Readable {
  let isStarted = false
  const start = () => {
    isStarted = true
    payload.on('data', (chunk: Buffer) => {
      if (counted.destroyed) return
      if (!take(chunk.length)) counted.destroy(new DeskError('unavailable'))
      else if (!counted.push(chunk)) payload.pause()
    })
    payload.on('end', () => counted.push(null))
  }
  const counted = new Readable({
    read() {
      if (!isStarted) start()
      payload.resume()
    },
    destroy(error, done) {
      if (isStarted) payload.resume()
      done(error)
    },
  })
  // A body may break before a parser listens, after it has stopped, or on a route that has none. Without a listener the process would end.
  counted.on('error', () => {})
  payload.on('error', (error) => counted.destroy(error))
  raw.once('close', () => {
    if (!raw.complete) counted.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  })
  return counted
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

/** Calls `ended` once the response is sent or its connection is closed. */
function whenEnded({ raw }: FastifyReply, ended: () => void): void {
  let isEnded = false
  for (const event of ['close', 'finish']) {
    raw.once(event, () => {
      if (!isEnded) ended()
      isEnded = true
    })
  }
}
