import type { FastifyInstance } from 'fastify'
import { agentRanking } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { bizDashboard } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { listMetricTickets } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { listOwnMetricTickets } from 'shared/contract/dashboard/list-own-metric-tickets.call.ts'
import { listWallboardTickets } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import {
  listOpeningHours,
  removeHoursVersion,
  setOpeningHours,
  setSpecialDays,
} from 'shared/contract/dashboard/opening-hours.call.ts'
import { ownMetrics } from 'shared/contract/dashboard/own-metrics.call.ts'
import { readWallboard } from 'shared/contract/dashboard/wallboard.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { readOwnTickets, readTicketsOf } from './metric-tickets.ts'
import { readOpeningHours } from './opening-hours.store.ts'
import { removeVersion, setHours, setSpecial } from './opening-hours.ts'
import { readDashboard, readRanking } from './overview-and-ranking.ts'
import { readOwnMetrics } from './own-metrics.ts'
import { bangkokDayOf } from './period.ts'
import { Wallboard } from './wallboard.ts'
import { listTicketsOfWallboard } from './wallboard-tickets.ts'

export async function dashboardRoutes(
  app: FastifyInstance,
  context: ServerContext,
  online: OnlineStaff,
): Promise<void> {
  const wallboard = new Wallboard(context, online)
  serveCall(app, bizDashboard, (request) => readDashboard(context, request))
  serveCall(app, agentRanking, (request) => readRanking(context, request))
  serveCall(app, listMetricTickets, (request) => readTicketsOf(context, request))
  serveCall(app, ownMetrics, (request) => readOwnMetrics(context, request))
  serveCall(app, listOwnMetricTickets, (request) => readOwnTickets(context, request))
  serveCall(app, readWallboard, ({ signedIn, query }) => wallboard.read(signedIn, query))
  serveCall(app, listWallboardTickets, (request) => listTicketsOfWallboard(context, request))
  serveCall(app, listOpeningHours, async ({ signedIn }) => ({
    items: await readOpeningHours(context.db, signedIn.scope, bangkokDayOf(context.now())),
  }))
  serveCall(app, setOpeningHours, (request) => setHours(context, request))
  serveCall(app, removeHoursVersion, (request) => removeVersion(context, request))
  serveCall(app, setSpecialDays, (request) => setSpecial(context, request))
}
