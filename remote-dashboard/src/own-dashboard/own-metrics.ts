import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls, isMissingCall } from 'shared/api'
import { serverNow } from 'shared/session'
import { ownFamilyKey } from '../dashboard-query-keys.ts'
import { type MetricFilter, queryOf } from '../metrics/metric-filter.ts'
import { KPIS, type Kpi } from '../metrics/metric-texts.ts'
import { withReadTime } from '../metrics/metrics-read-time.ts'
import { useTicketEvents } from '../metrics/use-ticket-events.ts'

const REFRESH_MS = 60_000
/** Delay of a refetch in ms. On a busy desk, most events concern other agents' tickets. */
const EVENTS_MS = 2_000

export function useOwnMetrics(filter: MetricFilter) {
  useTicketEvents(ownFamilyKey, EVENTS_MS)
  return useQuery({
    queryKey: [...ownFamilyKey, queryOf(filter)] as const,
    queryFn: async ({ signal }) => withReadTime(await fetchOwn(filter, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

async function fetchOwn(filter: MetricFilter, signal: AbortSignal): Promise<OwnMetrics> {
  try {
    return await (await dashboardCalls()).fetchOwnMetrics(queryOf(filter), signal)
  } catch (error) {
    if (!isMissingCall(error)) throw error
    const { ownMetricsOfTickets } = await import(
      /* webpackChunkName: "first-calls" */ './own-metrics-of-tickets.ts'
    )
    return ownMetricsOfTickets(filter.period, new Date(serverNow()), signal)
  }
}

export interface OwnMetrics extends Awaited<ReturnType<DashboardCalls['fetchOwnMetrics']>> {
  /** Cards to show when they are computed from tickets, because the server sends no own metrics. Default: all cards. */
  kpis?: readonly Kpi[]
}

/** `handled_count` opens the list `held`, which includes transferred tickets. */
export const OWN_KPIS: readonly Kpi[] = KPIS.map((kpi) => ({
  ...kpi,
  isOwn: true,
  tickets: kpi.name === 'handled_count' ? 'held' : kpi.tickets,
}))
