import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isRetryable, messageFamilyKey, ticketListFamilyKey } from 'shared/api'

/** Keys of the queries whose failures are reported: ticket lists with their counts, and conversations. */
const REPORTED_QUERY_FAMILIES: ReadonlySet<unknown> = new Set([ticketListFamilyKey[0], messageFamilyKey[0]])

/** True when a ticket list, its count or a conversation could not be fetched. */
export function useHasFailedQueries(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((notified) => cache.subscribe(notified), [cache]),
    () =>
      cache
        .getAll()
        .some(
          ({ observers, queryKey: [family], state }) =>
            REPORTED_QUERY_FAMILIES.has(family) &&
            isRetryable(state.fetchFailureReason ?? state.error) &&
            observers.some(({ options }) => options.refetchInterval && options.enabled !== false),
        ),
  )
}
