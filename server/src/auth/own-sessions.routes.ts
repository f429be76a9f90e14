import type { FastifyInstance } from 'fastify'
import { endOtherSessions, endOwnSession, listOwnSessions } from 'shared/contract/auth/own-sessions.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { endOwnSessions, findSessionsOf } from '../sessions/own-sessions.store.ts'

export async function ownSessionRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  async function end(sessionsToEnd: Parameters<typeof endOwnSessions>[1]): Promise<number> {
    const ended = await endOwnSessions(context.db, sessionsToEnd)
    for (const tokenHash of ended) {
      context.bus.publish({ kind: 'session_ended', staffId: sessionsToEnd.staffId, tokenHash })
    }
    return ended.length
  }

  serveCall(app, listOwnSessions, async ({ signedIn }) => {
    const found = await findSessionsOf(context.db, signedIn.staff.id, context.now())
    return {
      items: found.map((session) => ({
        id: session.id,
        begun_at: session.createdAt.toISOString(),
        last_used_at: session.lastSeenAt.toISOString(),
        user_agent: session.userAgent,
        current: session.tokenHash === signedIn.tokenHash,
      })),
    }
  })

  serveCall(app, endOwnSession, async ({ signedIn, params, raw }) => {
    const sessionsToEnd = {
      staffId: signedIn.staff.id,
      by: signedIn.tokenHash,
      id: params.id,
      address: raw.ip,
    }
    if ((await end(sessionsToEnd)) === 0) throw new DeskError('not_found')
    return { ok: true as const }
  })

  serveCall(app, endOtherSessions, async ({ signedIn, raw }) => ({
    ended: await end({ staffId: signedIn.staff.id, by: signedIn.tokenHash, address: raw.ip }),
  }))
}
