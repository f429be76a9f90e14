import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { DeskError } from '../desk-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True to serve the route even under overload. */
    neverShed?: boolean
  }
}

const SAMPLE_MS = 1_000

/**
 * Returns 503 with `retry-after` while the mean event loop delay exceeds `maxEventLoopDelayMs` (0: never), so that
 * the server starts no work that would finish too late. Routes with `config: { neverShed: true }` are exempt.
 */
export async function addLoadShedding(app: FastifyInstance, maxEventLoopDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: Math.min(SAMPLE_MS, Math.max(maxEventLoopDelayMs, 10)),
    pressureHandler: async (request) => {
      if (request.routeOptions.config.neverShed !== true) throw new DeskError('unavailable')
    },
  })
}
