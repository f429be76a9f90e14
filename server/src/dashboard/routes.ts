import type { FastifyInstance } from 'fastify'
import { agentRanking } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { bizDashboard } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { listFigureCases } from 'shared/contract/dashboard/list-figure-cases.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { readCasesOf, readDashboard, readRanking } from './rules.ts'

export async function dashboardRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, bizDashboard, ({ signedIn, query }) => readDashboard(context, signedIn, query))
  serveCall(app, agentRanking, ({ signedIn, query }) => readRanking(context, signedIn, query))
  serveCall(app, listFigureCases, ({ signedIn, query }) => readCasesOf(context, signedIn, query))
}
