import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { DeskError } from '../desk-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    neverShed?: boolean
  }
}

const SAMPLE_MS = 1_000

/** Returns 503 while the event loop delay is above the maximum (0: off), except for routes with `neverShed: true`. */
export async function addLoadShedding(app: FastifyInstance, maxEventLoopDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: Math.min(SAMPLE_MS, Math.max(maxEventLoopDelayMs, 10)),
    pressureHandler: async (request) => {
      if (request.routeOptions.config.neverShed !== true) throw new DeskError('unavailable')
    },
  })
}
