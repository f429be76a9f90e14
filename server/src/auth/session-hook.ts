import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from 'shared/contract/define-call.ts'
import type { Desk } from '../desk.ts'
import { DeskError } from '../errors.ts'
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
export async function checkSession(desk: Desk, token: string | undefined): Promise<SignedIn> {
  if (token === undefined) throw new DeskError('unauthorized')
  const now = desk.now()
  const found = await findSession(desk.db, hashToken(token), now)
  if (found === undefined) throw new DeskError('unauthorized')
  if (found.status === 'PENDING') throw new DeskError('waiting_approval')
  if (found.status === 'SUSPENDED') throw new DeskError('suspended')
  if (now.getTime() - found.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await touchSession(desk.db, found.tokenHash, now, desk.config.sessionDays)
  }
  const { staff, scope, tokenHash } = found
  return { staff, scope, tokenHash }
}

/** Checks, before anything else of a request is looked at, that its caller may make the call. */
export function addSessionCheck(app: FastifyInstance, desk: Desk): void {
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const call = request.routeOptions.config.call
    if (call === undefined || call.access === 'public') return
    const signedIn = await checkSession(desk, bearerToken(request.headers.authorization))
    if (call.access === 'BUSINESS' && signedIn.staff.role !== 'BUSINESS') throw new DeskError('forbidden')
    request.signedIn = signedIn
  })
}
