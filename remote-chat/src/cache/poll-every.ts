import type { Query } from '@tanstack/react-query'
import { isApiError } from 'shared/api'
import { pollInterval, type useRealtimeStatus } from 'shared/realtime'

/** There is no such thing, as far as the server knows: asked now and then, for a proxy may have said so. */
const GONE = [400, 404]
const GONE_POLL_MS = 60_000

/** The `refetchInterval` of a reading: slow while the socket is live, but not for what has failed; slowest for what there is not. */
export function pollEvery(
  kind: Parameters<typeof pollInterval>[0],
  status: ReturnType<typeof useRealtimeStatus>,
) {
  return ({ state }: { state: Pick<Query['state'], 'status' | 'fetchFailureCount' | 'error'> }) =>
    state.status === 'error' && isApiError(state.error) && GONE.includes(state.error.status)
      ? GONE_POLL_MS
      : pollInterval(kind, { status, isFailing: state.status === 'error' || state.fetchFailureCount > 0 })
}
