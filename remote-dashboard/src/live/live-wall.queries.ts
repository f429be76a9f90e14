import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { WALL_EVENTS_MS, WALL_REFRESH_MS } from 'shared/contract/constants.ts'
import { liveWallKey } from '../dashboard-keys.ts'
import { useCaseEvents } from '../figures/use-case-events.ts'

export type LiveWall = Awaited<ReturnType<DashboardCalls['fetchLiveWall']>>

const liveWallQuery = queryOptions({
  queryKey: liveWallKey,
  queryFn: async ({ signal }) => (await dashboardCalls()).fetchLiveWall({}, signal),
  refetchInterval: WALL_REFRESH_MS,
  // A monitor shows it whatever window has the focus.
  refetchIntervalInBackground: true,
})

/** What is going on now: read again when something happens to a case, and every moment besides. */
export function useLiveWall() {
  useCaseEvents(liveWallQuery.queryKey, WALL_EVENTS_MS)
  return useQuery(liveWallQuery)
}
