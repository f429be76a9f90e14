import type { FastifyInstance } from 'fastify'
import { listAgents } from 'shared/contract/staff/list-agents.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { findAgents } from './staff.store.ts'
import { staffMemberOf } from './staff-member.ts'

export async function staffRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, listAgents, async () => ({ items: (await findAgents(context.db)).map(staffMemberOf) }))
}
