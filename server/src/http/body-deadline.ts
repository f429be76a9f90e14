import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface BodyDeadline {
  /** How long a body may take to come, in ms. */
  withinMs: number
  /** Answers and ends the connection of one that takes longer. */
  onLate: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** Of each request whose body is still coming, what sets its time anew. */
const deadlines = new WeakMap<IncomingMessage, (withinMs: number) => void>()

/** Ends requests whose body does not become whole in time. Node's own time-out knows one time for all of a server. */
export function addBodyDeadline(app: FastifyInstance, { withinMs, onLate }: BodyDeadline): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasBody(raw)) return
    let timer: NodeJS.Timeout | undefined
    const begin = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (raw.complete) return
        const late = new Error('the body is not whole in time')
        onLate(Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
      }, ms)
    }
    begin(withinMs)
    deadlines.set(raw, begin)
    for (const event of ['end', 'close'])
      raw.once(event, () => {
        clearTimeout(timer)
        deadlines.delete(raw)
      })
  })
}

/** A large body may take so long from now on, in ms; for calls of whom the server knows that they may send one. */
export function giveBodyTime(request: IncomingMessage, withinMs: number): void {
  deadlines.get(request)?.(withinMs)
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
