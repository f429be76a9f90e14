import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import { channelOf, parse } from './parse-request.ts'

const HEARTBEAT_MS = 15_000
const eventsQuery = z.object({ channel_key: z.string(), user_id: z.string().optional() })

export function liveRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/simulator/events', (request, reply) => {
    const { channel_key, user_id } = parse(eventsQuery, request.query)
    const { key } = channelOf(context, channel_key)
    const { raw } = reply
    const stop = context.live.subscribe(
      key,
      user_id,
      (event) => raw.write(`event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`),
      () => raw.end(),
    )
    if (!stop) throw simulatorError(503, 'too_many_listeners', 'Too many pages are open')
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 1000\n\n')
    const beat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS)
    raw.on('close', () => {
      clearInterval(beat)
      stop()
    })
  })
}
