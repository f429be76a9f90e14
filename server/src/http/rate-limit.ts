import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { DeskError } from '../errors.ts'

const WINDOW_MS = 60_000

/** A whole office may stand behind one address. */
const PEOPLE_PER_ADDRESS = 10

/**
 * A limit for every route that no human reaches, against programs that run wild. It counts after the session check, by person; by
 * address who is not signed in. Routes with `config: { rateLimit: false }` have none. Sign-in has a narrower one of its own.
 */
export async function addRateLimit(app: FastifyInstance, callsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: WINDOW_MS,
    max: (request) => (request.signedIn ? callsPerMinute : callsPerMinute * PEOPLE_PER_ADDRESS),
    keyGenerator: (request) =>
      request.signedIn ? `staff ${request.signedIn.staff.id}` : `address ${request.ip}`,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, context) =>
      new DeskError('rate_limited', { retry_after_secs: Math.ceil(context.ttl / 1_000) }),
  })
}

/** `retry-after` is set where every error is answered; the other headers tell nobody anything. */
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
}
