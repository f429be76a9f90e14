import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from 'shared/contract/define-call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { checkSession } from '../sessions/check-session.ts'
import { bearerToken, hashToken } from '../sessions/session-token.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import type { FailureLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in caller; null on public calls and before the session check. */
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

const MAX_ACCEPTED_TOKENS = 10_000

/** After too many invalid tokens from an IP address, checks only known tokens, so that other users are not blocked. */
export function addSessionCheck(app: FastifyInstance, context: ServerContext, failures: FailureLimit): void {
  app.decorateRequest('signedIn', null)
  const known = new Set<string>()

  async function checkCaller(request: FastifyRequest): Promise<SignedIn> {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined || !known.has(hashToken(token))) await failures.check(request)
    try {
      const signedIn = await checkSession(context, token, request.ip)
      if (known.size >= MAX_ACCEPTED_TOKENS) known.clear()
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
