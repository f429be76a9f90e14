import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { DeskError } from '../desk-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the process is. */
    neverShed?: boolean
  }
}

const SAMPLE_MS = 1_000

/**
 * Answers 503 with `retry-after` while the mean event loop delay is above `maxEventLoopDelayMs`: work that would be answered too
 * late is not begun. Routes with `config: { neverShed: true }` are exempt. 0: never.
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
