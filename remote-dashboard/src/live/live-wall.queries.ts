import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { WALL_EVENTS_MS, WALL_REFRESH_MS } from 'shared/contract/constants.ts'
import { liveWallKey } from '../dashboard-keys.ts'
import { useTicketEvents } from '../figures/use-ticket-events.ts'

export type LiveWall = Awaited<ReturnType<DashboardCalls['fetchLiveWall']>>

const liveWallQuery = queryOptions({
  queryKey: liveWallKey,
  queryFn: async ({ signal }) => (await dashboardCalls()).fetchLiveWall({}, signal),
  refetchInterval: WALL_REFRESH_MS,
  // A monitor shows the wallboard while another window has the focus.
  refetchIntervalInBackground: true,
})

/** Reads the wallboard: after ticket events and at a fixed interval. */
export function useLiveWall() {
  useTicketEvents(liveWallQuery.queryKey, WALL_EVENTS_MS)
  return useQuery(liveWallQuery)
}
