import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { WALL_EVENTS_MS, WALL_REFRESH_MS } from 'shared/contract/constants.ts'
import { useRealtimeEvents } from 'shared/realtime'

export type LiveWall = Awaited<ReturnType<DashboardCalls['fetchLiveWall']>>

const liveWallQuery = queryOptions({
  queryKey: ['dashboard', 'live-wall'] as const,
  queryFn: async ({ signal }) => (await dashboardCalls()).fetchLiveWall({}, signal),
  refetchInterval: WALL_REFRESH_MS,
  // A monitor shows it whatever window has the focus.
  refetchIntervalInBackground: true,
})

/** What is going on now: read again when something happens to a case, and every moment besides. */
export function useLiveWall() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useRealtimeEvents(({ type }) => {
    if (type !== 'ticket_update' && type !== 'ticket_list_update' && type !== 'resync') return
    // What happens within a moment is read once.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const { queryKey } = liveWallQuery
      // Each reading comes to its end, however fast things happen; one that began before this may not know of it.
      const read = () => client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      void (client.isFetching({ queryKey }) > 0 ? read().then(read) : read())
    }, WALL_EVENTS_MS)
  })
  return useQuery(liveWallQuery)
}
