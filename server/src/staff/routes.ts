import type { FastifyInstance } from 'fastify'
import { listAgents } from 'shared/contract/staff/list-agents.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { findAgents, findSuspendedAgents } from './staff.store.ts'
import { staffMemberOf } from './staff-member.ts'

export async function staffRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, listAgents, async ({ signedIn, query }) => {
    const { channel_key: key } = query
    const scope = key === undefined ? signedIn.scope : signedIn.scope.narrowTo([key])
    const [agents, suspended] = await Promise.all([
      findAgents(context.db, scope),
      query.with_suspended ? findSuspendedAgents(context.db, scope) : [],
    ])
    const former = suspended.map((row) => ({ ...staffMemberOf(row), is_suspended: true }))
    return { items: [...agents.map(staffMemberOf), ...former] }
  })
}
