import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { callerAddress, callerSite } from './caller-address.ts'

const WINDOW_MS = 60_000

/** A whole office may stand behind one address. */
const PEOPLE_PER_ADDRESS = 10

/** A /48 network contains 65,536 networks that count as addresses; together they may fail this many times as often as one. */
const ADDRESSES_PER_SITE = 8

/** What failed of one address or person, counted apart from their other calls. */
export interface FailureLimit {
  /** Throws `rate_limited` (or the code that was given) when there were too many of them within a minute. */
  check(request: FastifyRequest): Promise<void>
  count(request: FastifyRequest): Promise<void>
}

/**
 * A limit for every route against runaway programs, above what a human reaches. It is a route hook, so it counts after the
 * session check: per person, or per address for who is not signed in. Routes with `config: { rateLimit: false }` have none. Failed sign-ins have a
 * narrower one of their own. What the session check itself refuses is counted by the limit that is answered.
 */
export async function addRateLimit(app: FastifyInstance, callsPerMinute: number): Promise<FailureLimit> {
  const callsPerAddress = callsPerMinute * PEOPLE_PER_ADDRESS
  await app.register(rateLimit, {
    global: true,
    timeWindow: WINDOW_MS,
    max: (request) => (request.signedIn ? callsPerMinute : callsPerAddress),
    keyGenerator: (request) =>
      request.signedIn ? `staff ${request.signedIn.staff.id}` : `address ${callerAddress(request)}`,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, context) => rateLimited(context.ttl),
  })
  return createFailureLimit(app, 'failures', callsPerAddress)
}

interface FailureLimitOptions {
  /** Whose failures they are; the address's when left out. */
  of?: (request: FastifyRequest) => string
  code?: ErrorCode
}

/** Allows `max` failures of one kind a minute, eight times as many for an IPv6 /48 network; successful calls are not counted. */
export function createFailureLimit(
  app: FastifyInstance,
  kind: string,
  max: number,
  { of, code = 'rate_limited' }: FailureLimitOptions = {},
): FailureLimit {
  const countBy = (most: number, keyOf: (request: FastifyRequest) => string) =>
    app.createRateLimit({
      max: most,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `${kind} ${keyOf(request)}`,
    })
  const failures = countBy(max, of ?? callerAddress)
  const ofSite = countBy(max * ADDRESSES_PER_SITE, (request) => callerSite(request) ?? '')
  const limitsOf = (request: FastifyRequest) =>
    of === undefined && callerSite(request) !== null ? [failures, ofSite] : [failures]
  return {
    async check(request) {
      for (const limit of limitsOf(request)) {
        const found = await limit(request, { increment: false })
        if (!found.isAllowed && found.remaining === 0) throw rateLimited(found.ttl, code)
      }
    },
    async count(request) {
      for (const limit of limitsOf(request)) await limit(request)
    },
  }
}

/** At most `max` calls of one kind of a person in a minute, beside the limit of all calls. Throws `rate_limited`. */
export function createPersonLimit(
  app: FastifyInstance,
  kind: string,
  max: number,
): (request: FastifyRequest) => Promise<void> {
  const calls = app.createRateLimit({
    max,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${kind} ${personOf(request)}`,
  })
  return async (request) => {
    const found = await calls(request)
    if (!found.isAllowed && found.isExceeded) throw rateLimited(found.ttl)
  }
}

/** The staff id, or the address of a caller who is not signed in. */
export const personOf = (request: FastifyRequest): string =>
  request.signedIn?.staff.id ?? callerAddress(request)

function rateLimited(ttlMs: number, code: ErrorCode = 'rate_limited'): DeskError {
  return new DeskError(code, { retry_after_secs: Math.max(1, Math.ceil(ttlMs / 1_000)) })
}

/** `retry-after` is set by the error handler; the other headers are of no use to our clients. */
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
}
