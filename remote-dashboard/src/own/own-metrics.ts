import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { serverNow } from 'shared/session'
import { ownFamilyKey } from '../dashboard-keys.ts'
import { type MetricFilter, queryOf } from '../metrics/metric-filter.ts'
import { KPIS, type Kpi } from '../metrics/metric-texts.ts'
import { withReadTime } from '../metrics/snapshot.ts'
import { useTicketEvents } from '../metrics/use-ticket-events.ts'
import { isMissingCall } from '../missing-call.ts'

/** Interval in ms between refetches, as on the team dashboard. */
const REFRESH_MS = 60_000
/** Delay in ms of the refetch after events, most of which concern other agents' tickets on a busy desk. */
const EVENTS_MS = 2_000

/**
 * Fetches the agent's own metrics, and refetches them after ticket events. Shows the previous metrics until the
 * requested ones are loaded (`isPlaceholderData`).
 */
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
  /**
   * Cards to show when the server sends no own metrics: those computed from tickets, with durations from the ticket's
   * opening. Default: all cards.
   */
  kpis?: readonly Kpi[]
}

/** Cards of the agent's own dashboard. `handled_count` opens the list `held`, which includes transferred tickets. */
export const OWN_KPIS: readonly Kpi[] = KPIS.map((kpi) => ({
  ...kpi,
  isOwn: true,
  tickets: kpi.name === 'handled_count' ? 'held' : kpi.tickets,
}))
