import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface BodyDeadline {
  /** Maximum total time in ms in which a request body must arrive. */
  withinMs: number
  onLate: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** Minimum rate of a body after its grace period. A 64 kbit/s connection reaches it even with three images at once. */
export const MIN_BYTES_PER_SEC = 2_000
const GRACE_MS = 10_000

interface BodyTime {
  graceMs: number
  /** Minimum rate. Received bytes extend the grace period by the time that they may take at this rate. */
  bytesPerSec: number
  /** Maximum total time in ms of a request body, however fast it arrives. */
  mostMs: number
}

const deadlines = new WeakMap<IncomingMessage, (timeFrom: (defaultTime: BodyTime) => BodyTime) => void>()

/** Ends requests whose body arrives too slowly. Node's own timeout ignores the rate and is equal for all routes. */
export function addBodyDeadline(app: FastifyInstance, { withinMs, onLate }: BodyDeadline): void {
  const defaultTime: BodyTime = {
    graceMs: Math.min(GRACE_MS, withinMs),
    bytesPerSec: MIN_BYTES_PER_SEC,
    mostMs: withinMs,
  }
  app.addHook('onRequest', async ({ raw }) => {
    // Requests that tests inject (`app.inject`) have no connection to close.
    if (!announcesBody(raw) || !(raw.socket instanceof Socket)) return
    let timer: NodeJS.Timeout | undefined
    const before = raw.socket.bytesRead
    const begin = (timeFrom = (time: BodyTime) => time) => {
      clearTimeout(timer)
      const { graceMs, bytesPerSec, mostMs } = timeFrom(defaultTime)
      const since = performance.now()
      const check = () => {
        if (raw.complete) return
        const earnedMs = ((raw.socket.bytesRead - before) / bytesPerSec) * 1_000
        const leftMs = since + Math.min(graceMs + earnedMs, mostMs) - performance.now()
        if (leftMs > 0) {
          timer = setTimeout(check, leftMs)
          return
        }
        const timeoutError = new Error('the body did not arrive in time')
        onLate(Object.assign(timeoutError, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
      }
      timer = setTimeout(check, Math.min(graceMs, mostMs))
    }
    begin()
    deadlines.set(raw, begin)
    for (const event of ['end', 'close'])
      raw.once(event, () => {
        clearTimeout(timer)
        deadlines.delete(raw)
      })
  })
}

/** Removes the total time limit (not the minimum rate) for a large body of a signed-in caller. */
export function extendBodyDeadline(request: IncomingMessage): void {
  deadlines.get(request)?.((defaultTime) => ({
    ...defaultTime,
    graceMs: defaultTime.mostMs,
    mostMs: Number.POSITIVE_INFINITY,
  }))
}

export function limitBodyTime(request: IncomingMessage, mostMs: number): void {
  deadlines.get(request)?.((defaultTime) => ({
    ...defaultTime,
    mostMs: Math.min(defaultTime.mostMs, mostMs),
  }))
}

export function restoreBodyDeadline(request: IncomingMessage): void {
  deadlines.get(request)?.((defaultTime) => defaultTime)
}

export const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
