import type { Query } from '@tanstack/react-query'
import { pollInterval, type useRealtimeStatus } from 'shared/realtime'

/** The `refetchInterval` of a reading: slow while the socket is live, but not for what has failed. */
export function pollEvery(kind: 'queue' | 'chat', status: ReturnType<typeof useRealtimeStatus>) {
  return ({ state }: { state: Pick<Query['state'], 'status' | 'fetchFailureCount'> }) =>
    pollInterval(kind, { status, isFailing: state.status === 'error' || state.fetchFailureCount > 0 })
}
