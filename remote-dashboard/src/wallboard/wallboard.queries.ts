import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { WALLBOARD_EVENTS_MS, WALLBOARD_REFRESH_MS } from 'shared/contract/constants.ts'
import { wallboardKey } from '../dashboard-query-keys.ts'
import { useTicketEvents } from '../metrics/use-ticket-events.ts'

export type Wallboard = Awaited<ReturnType<DashboardCalls['fetchLiveWallboard']>>

const liveWallboardQuery = queryOptions({
  queryKey: wallboardKey,
  queryFn: async ({ signal }) => (await dashboardCalls()).fetchLiveWallboard({}, signal),
  refetchInterval: WALLBOARD_REFRESH_MS,
  // Refetches even while another window has the focus, because the wallboard is shown on a monitor.
  refetchIntervalInBackground: true,
})

export function useLiveWallboard() {
  useTicketEvents(liveWallboardQuery.queryKey, WALLBOARD_EVENTS_MS)
  return useQuery(liveWallboardQuery)
}
