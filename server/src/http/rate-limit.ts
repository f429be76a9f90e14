import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { callerAddress, callerSite } from './caller-address.ts'

const WINDOW_MS = 60_000

/** Number of staff members whose API calls one IP address may make: a whole office may share an address. */
const STAFF_PER_ADDRESS = 10

/** Failures allowed for a /48 network, which contains 65,536 /64 networks, as a multiple of those for one address. */
const ADDRESSES_PER_SITE = 8

/** Counts failures per IP address or staff member, separately from other requests. */
export interface FailureLimit {
  /** Throws `rate_limited` or the given code after too many failures within a minute. */
  check(request: FastifyRequest): Promise<void>
  count(request: FastifyRequest): Promise<void>
}

/** A route hook, so it runs after the session check and counts API calls per staff member, or else per IP address. */
export async function addRateLimit(app: FastifyInstance, callsPerMinute: number): Promise<FailureLimit> {
  const callsPerAddress = callsPerMinute * STAFF_PER_ADDRESS
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
  /** Returns the key to count by; by default the IP address. */
  of?: (request: FastifyRequest) => string
  code?: ErrorCode
}

/** Allows `max` failures of one kind per minute and IP address, eight times as many per IPv6 /48 network. */
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

/** Allows `max` API calls of one kind per staff member and minute, besides the general limit. Throws `rate_limited`. */
export function createStaffLimit(
  app: FastifyInstance,
  kind: string,
  max: number,
): (request: FastifyRequest) => Promise<void> {
  const calls = app.createRateLimit({
    max,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => `${kind} ${staffIdOrAddress(request)}`,
  })
  return async (request) => {
    const found = await calls(request)
    if (!found.isAllowed && found.isExceeded) throw rateLimited(found.ttl)
  }
}

export const staffIdOrAddress = (request: FastifyRequest): string =>
  request.signedIn?.staff.id ?? callerAddress(request)

function rateLimited(ttlMs: number, code: ErrorCode = 'rate_limited'): DeskError {
  return new DeskError(code, { retry_after_secs: Math.max(1, Math.ceil(ttlMs / 1_000)) })
}

/** The error handler sets `retry-after`; browsers do not need the other headers. */
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
}
