import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isRetryable, messageFamilyKey, ticketListFamilyKey } from 'shared/api'

/** Keys of the queries whose failures are reported: ticket lists with their counts, and conversations. */
const SPOKEN_OF: ReadonlySet<unknown> = new Set([ticketListFamilyKey[0], messageFamilyKey[0]])

/** True when a query has failed. With a live socket the list is polled rarely, so other queries detect it earlier. */
export function useHasFailedQueries(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((notified) => cache.subscribe(notified), [cache]),
    () =>
      cache
        .getAll()
        .some(
          ({ observers, queryKey: [family], state }) =>
            SPOKEN_OF.has(family) &&
            isRetryable(state.fetchFailureReason ?? state.error) &&
            observers.some(({ options }) => options.refetchInterval && options.enabled !== false),
        ),
  )
}
