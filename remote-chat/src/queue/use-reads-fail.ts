import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { mayPass, messageFamilyKey, ticketListFamilyKey } from 'shared/api'

/** What the mark speaks of: lists of cases, their counts, and conversations. */
const SPOKEN_OF: ReadonlySet<unknown> = new Set([ticketListFamilyKey[0], messageFamilyKey[0]])

/**
 * Whether a reading that the screen repeats has failed and not succeeded since, by a fault that may pass. With a live socket
 * the list itself is read so seldom that any other reading knows of it earlier.
 */
export function useReadsFail(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((told) => cache.subscribe(told), [cache]),
    () =>
      cache
        .getAll()
        .some(
          ({ observers, queryKey: [family], state }) =>
            SPOKEN_OF.has(family) &&
            mayPass(state.fetchFailureReason ?? state.error) &&
            observers.some(({ options }) => options.refetchInterval && options.enabled !== false),
        ),
  )
}
