import type { FastifyInstance } from 'fastify'
import { listAgents } from 'shared/contract/staff/list-agents.call.ts'
import type { Desk } from '../desk.ts'
import { serveCall } from '../http/serve-call.ts'
import { findAgents } from './staff.store.ts'
import { staffMemberOf } from './staff-member.ts'

export async function staffRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  serveCall(app, listAgents, async () => ({ items: (await findAgents(desk.db)).map(staffMemberOf) }))
}
