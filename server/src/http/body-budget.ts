import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DeskError } from '../desk-error.ts'
import { callerAddress } from './caller-address.ts'

export interface BodyLimits {
  /** Maximum bytes of bodies per IP address, so that one client cannot use up the whole budget. */
  addressBytes: number
  totalBytes: number
}

const LIMITS: BodyLimits = { addressBytes: 32 * 1024 * 1024, totalBytes: 256 * 1024 * 1024 }
/** Maximum size in bytes of a small body. Small bodies may exceed the limits (total, per address) by one eighth. */
const SMALL_BODY_BYTES = 64 * 1024
const RESERVE_SHARE = 1 / 8

/**
 * Limits the memory for request bodies. Bytes count when they arrive, not when they are announced, so open connections
 * without data use no budget. When the budget is full, the oldest incomplete body is refused with 503.
 */
export function addBodyBudget(app: FastifyInstance, limits: BodyLimits = LIMITS): void {
  const budget = new Budget(limits)
  app.addHook('preParsing', async (request, reply, payload) => {
    const body: BufferedBody = { address: callerAddress(request), bytes: 0, isEnded: false, refuse }
    const counted = countedBody(payload, request.raw, {
      take: (bytes) => budget.take(body, bytes),
      complete: () => budget.complete(body),
    })
    function refuse(): void {
      counted.destroy(new DeskError('unavailable'))
    }
    whenEnded(reply, () => budget.release(body))
    return counted
  })
}

interface BodyEvents {
  take: (bytes: number) => void
  complete: () => void
}

/** Counts a body's bytes from the moment a parser reads it, because Node discards a body that no route reads. */
function countedBody(payload: Readable, raw: IncomingMessage, { take, complete }: BodyEvents): Readable {
  let isStarted = false
  const start = () => {
    isStarted = true
    payload.on('data', (chunk: Buffer) => {
      if (counted.destroyed) return
      take(chunk.length)
      if (!counted.destroyed && !counted.push(chunk)) payload.pause()
    })
    payload.on('end', () => {
      complete()
      counted.push(null)
    })
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
  // Without a listener, an error of a body that no parser reads would end the process.
  counted.on('error', () => {})
  payload.on('error', (error) => counted.destroy(error))
  raw.once('close', () => {
    if (!raw.complete) counted.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  })
  return counted
}

interface BufferedBody {
  readonly address: string
  bytes: number
  /** True when the body no longer uses the budget. Bytes that arrive later are not counted. */
  isEnded: boolean
  readonly refuse: () => void
}

class Budget {
  private readonly limits: BodyLimits
  private total = 0
  private readonly byAddress = new Map<string, number>()
  /** Bodies that have begun to arrive but are incomplete, in the order of their first byte. */
  private readonly arriving = new Set<BufferedBody>()

  constructor(limits: BodyLimits) {
    this.limits = limits
  }

  take(body: BufferedBody, bytes: number): void {
    if (body.isEnded) {
      body.refuse()
      return
    }
    this.add(body, bytes)
    this.arriving.add(body)
    const { addressBytes, totalBytes } = this.limits
    const share = body.bytes <= SMALL_BODY_BYTES ? 1 + RESERVE_SHARE : 1
    while (!body.isEnded && this.addressBytes(body) > addressBytes * share)
      this.refuse(this.oldest(body.address) ?? body)
    while (!body.isEnded && this.total > totalBytes * share) this.refuse(this.oldest() ?? body)
  }

  complete(body: BufferedBody): void {
    this.arriving.delete(body)
  }

  release(body: BufferedBody): void {
    if (body.isEnded) return
    body.isEnded = true
    this.arriving.delete(body)
    this.add(body, -body.bytes)
  }

  private refuse(body: BufferedBody): void {
    this.release(body)
    body.refuse()
  }

  private oldest(address?: string): BufferedBody | undefined {
    for (const body of this.arriving) if (address === undefined || body.address === address) return body
    return undefined
  }

  private add(body: BufferedBody, bytes: number): void {
    body.bytes += bytes
    this.total += bytes
    const own = this.addressBytes(body) + bytes
    if (own > 0) this.byAddress.set(body.address, own)
    else this.byAddress.delete(body.address)
  }

  private addressBytes({ address }: BufferedBody): number {
    return this.byAddress.get(address) ?? 0
  }
}

function whenEnded({ raw }: FastifyReply, ended: () => void): void {
  let isEnded = false
  for (const event of ['close', 'finish']) {
    raw.once(event, () => {
      if (!isEnded) ended()
      isEnded = true
    })
  }
}
