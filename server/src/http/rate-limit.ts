import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { callerAddress, callerSite } from './caller-address.ts'

const WINDOW_MS = 60_000

/** Limit of an IP address as a multiple of the limit per staff member: a whole office may share an address. */
const STAFF_PER_ADDRESS = 10

/** Limit of an IPv6 /48 network as a multiple of the limit of one address (a /64 network). */
const ADDRESSES_PER_SITE = 8

/** Limit for failed requests, counted per IP address or staff member and separately from other requests. */
export interface FailureLimit {
  /** Throws `rate_limited` (or the configured code) after too many failures within a minute. */
  check(request: FastifyRequest): Promise<void>
  count(request: FastifyRequest): Promise<void>
}

/** Limits API calls per staff member, or per IP address without a session, in a hook after the session check. */
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
  /** Returns the key by which failures are counted; by default the IP address. */
  of?: (request: FastifyRequest) => string
  code?: ErrorCode
}

/** Allows `max` failures of one kind per minute and IP address, and eight times as many per IPv6 /48 network. */
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

/** Allows `max` API calls of one kind per staff member and minute, within the general limit. Throws `rate_limited`. */
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

/** Disables rate-limit headers: the error handler sets `retry-after`, and browsers do not need the others. */
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
}
