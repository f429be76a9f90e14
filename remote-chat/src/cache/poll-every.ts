import type { Query } from '@tanstack/react-query'
import { isApiError } from 'shared/api'
import { pollInterval, type useRealtimeStatus } from 'shared/realtime'

/** HTTP statuses of a server that lacks the endpoint. Polling continues slowly, as a proxy may have sent the status. */
const MISSING_STATUSES = [400, 404]
const MISSING_POLL_MS = 60_000

export function pollEvery(
  kind: Parameters<typeof pollInterval>[0],
  status: ReturnType<typeof useRealtimeStatus>,
) {
  return ({ state }: { state: Pick<Query['state'], 'status' | 'fetchFailureCount' | 'error'> }) =>
    state.status === 'error' && isApiError(state.error) && MISSING_STATUSES.includes(state.error.status)
      ? MISSING_POLL_MS
      : pollInterval(kind, { status, isFailing: state.status === 'error' || state.fetchFailureCount > 0 })
}
