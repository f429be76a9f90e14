import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from 'shared/contract/define-call.ts'
import { DeskError } from '../desk-error.ts'
import type { FailureLimit } from '../http/rate-limit.ts'
import type { ServerContext } from '../server-context.ts'
import { findSession, touchSession } from './session.store.ts'
import type { SignedIn } from './signed-in.ts'
import { bearerToken, hashToken } from './token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on public calls and before the session was checked. */
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    /** The call of the contract that this route serves. */
    call?: Call
  }
}

const TOUCH_EVERY_MS = 60_000

/**
 * The person of a token. Throws `unauthorized` when there is no such session (or it is over), `waiting_approval` and `suspended`
 * when the person may not work. The row is read on every call, so whoever is suspended has no access from the next call on.
 */
export async function checkSession(context: ServerContext, token: string | undefined): Promise<SignedIn> {
  if (token === undefined) throw new DeskError('unauthorized')
  const now = context.now()
  const found = await findSession(context.db, hashToken(token), now)
  if (found === undefined) throw new DeskError('unauthorized')
  if (found.status === 'PENDING') throw new DeskError('waiting_approval')
  if (found.status === 'SUSPENDED') throw new DeskError('suspended')
  if (now.getTime() - found.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await touchSession(context.db, found.tokenHash, now, context.config.sessionDays)
  }
  const { staff, scope, tokenHash } = found
  return { staff, scope, tokenHash }
}

/** Tokens that have passed lately, at most so many. */
const KNOWN_TOKENS = 10_000

/**
 * Checks, before anything else of a request is looked at, that its caller may make the call. From an address that has shown too many
 * wrong tokens only those are looked up that have passed before: nobody is shut out by a neighbour.
 */
export function addSessionCheck(app: FastifyInstance, context: ServerContext, failures: FailureLimit): void {
  app.decorateRequest('signedIn', null)
  const known = new Set<string>()

  async function checkCaller(request: FastifyRequest): Promise<SignedIn> {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined || !known.has(hashToken(token))) await failures.check(request)
    try {
      const signedIn = await checkSession(context, token)
      if (known.size >= KNOWN_TOKENS) known.clear()
      known.add(signedIn.tokenHash)
      return signedIn
    } catch (error) {
      if (error instanceof DeskError && error.code === 'unauthorized') {
        if (token !== undefined) known.delete(hashToken(token))
        await failures.count(request)
      }
      throw error
    }
  }

  app.addHook('onRequest', async (request: FastifyRequest) => {
    const call = request.routeOptions.config.call
    if (call === undefined || call.access === 'public') return
    const signedIn = await checkCaller(request)
    if (call.access === 'BUSINESS' && signedIn.staff.role !== 'BUSINESS') throw new DeskError('forbidden')
    request.signedIn = signedIn
  })
}
