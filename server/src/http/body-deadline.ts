import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface BodyDeadlines {
  /** How long a body may take to come, in ms. */
  withinMs: number
  /** The same of these paths, whose bodies are large: what a slow line carries in that time. */
  longer: { paths: readonly string[]; withinMs: number }
  /** Answers and ends the connection of one that takes longer. */
  onLate: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/** Ends requests whose body does not become whole in time. Node's own time-out knows one time for all of a server. */
export function addBodyDeadline(app: FastifyInstance, { withinMs, longer, onLate }: BodyDeadlines): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!hasBody(raw)) return
    const isLong = routeOptions.url !== undefined && longer.paths.includes(routeOptions.url)
    const timer = setTimeout(
      () => {
        if (raw.complete) return
        const late = new Error('the body is not whole in time')
        onLate(Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
      },
      isLong ? longer.withinMs : withinMs,
    )
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
