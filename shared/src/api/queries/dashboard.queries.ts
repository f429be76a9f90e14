import { businessChannels } from '../../contract/channels/business-channels.call.ts'
import { listCustomers } from '../../contract/customers/list-customers.call.ts'
import { agentRanking } from '../../contract/dashboard/agent-ranking.call.ts'
import { bizDashboard } from '../../contract/dashboard/biz-dashboard.call.ts'
import { listMetricTickets } from '../../contract/dashboard/list-metric-tickets.call.ts'
import { listOwnMetricTickets } from '../../contract/dashboard/list-own-metric-tickets.call.ts'
import { ownMetrics } from '../../contract/dashboard/own-metrics.call.ts'
import { readWallboard } from '../../contract/dashboard/wallboard.call.ts'
import type { QueryOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'
import { lazyCalls } from '../lazy-calls.ts'

export async function fetchBusinessChannels(signal?: AbortSignal) {
  return (await deskApi.call(businessChannels, { signal })).items
}

export function fetchDashboard(query: QueryOf<typeof bizDashboard>, signal?: AbortSignal) {
  return deskApi.call(bizDashboard, { query, signal })
}

export function fetchRanking(query: QueryOf<typeof agentRanking>, signal?: AbortSignal) {
  return deskApi.call(agentRanking, { query, signal })
}

export function fetchMetricTickets(query: QueryOf<typeof listMetricTickets>, signal?: AbortSignal) {
  return deskApi.call(listMetricTickets, { query, signal })
}

export function fetchCustomers(query: QueryOf<typeof listCustomers>, signal?: AbortSignal) {
  return deskApi.call(listCustomers, { query, signal })
}

export function fetchOwnMetrics(query: QueryOf<typeof ownMetrics>, signal?: AbortSignal) {
  return deskApi.call(ownMetrics, { query, signal })
}

export function fetchOwnMetricTickets(query: QueryOf<typeof listOwnMetricTickets>, signal?: AbortSignal) {
  return deskApi.call(listOwnMetricTickets, { query, signal })
}

export function fetchLiveWallboard(query: QueryOf<typeof readWallboard>, signal?: AbortSignal) {
  return deskApi.call(readWallboard, { query, signal })
}

// The opening-hours calls are in a separate chunk, because only a dialog needs them.
export const openingHoursCalls = lazyCalls<typeof import('./opening-hours.queries.ts')>(
  () => import(/* webpackChunkName: "dashboard-dialogs" */ './opening-hours.queries.ts'),
)

export const wallboardTicketCalls = lazyCalls<typeof import('./wallboard-tickets.queries.ts')>(
  () => import(/* webpackChunkName: "dashboard-dialogs" */ './wallboard-tickets.queries.ts'),
)
