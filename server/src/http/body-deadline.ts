import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface BodyDeadline {
  /** How long a body may take to come, in ms. */
  withinMs: number
  /** Answers and ends the connection of one that takes longer. */
  onLate: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** Of each request whose body is still coming, what sets its time anew: that of every body, and more for each byte where it has a rate. */
const deadlines = new WeakMap<IncomingMessage, (bytesPerSec?: number) => void>()

/** Ends requests whose body does not become whole in time. Node's own time-out knows one time for all of a server. */
export function addBodyDeadline(app: FastifyInstance, { withinMs, onLate }: BodyDeadline): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!announcesBody(raw)) return
    let timer: NodeJS.Timeout | undefined
    const before = raw.socket.bytesRead
    const begin = (bytesPerSec = Number.POSITIVE_INFINITY) => {
      clearTimeout(timer)
      const since = performance.now()
      const look = () => {
        if (raw.complete) return
        const earnedMs = ((raw.socket.bytesRead - before) / bytesPerSec) * 1_000
        const leftMs = since + withinMs + earnedMs - performance.now()
        if (leftMs > 0) {
          timer = setTimeout(look, leftMs)
          return
        }
        const late = new Error('the body is not whole in time')
        onLate(Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
      }
      timer = setTimeout(look, withinMs)
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

/** A large body may take its time as long as so much of it comes; for calls of whom the server knows that they may send one. */
export function giveBodyTime(request: IncomingMessage, bytesPerSec: number): void {
  deadlines.get(request)?.(bytesPerSec)
}

/** Nothing of it is wanted any more: from now on it has the time of every body. */
export function takeBodyTimeBack(request: IncomingMessage): void {
  deadlines.get(request)?.()
}

export const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
