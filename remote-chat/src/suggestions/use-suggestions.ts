import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, type SuggestionCalls, suggestionCalls, suggestionFamilyKey } from 'shared/api'
import { LIVE_POLL_MS } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'

/** Canned replies of an official account. Changes are told by the socket; servers that do not tell are asked now and then. */
export function useSuggestions(channelKey: string) {
  return useQuery({
    queryKey: [...suggestionFamilyKey, channelKey],
    queryFn: async ({ signal }) => (await suggestionCalls()).fetchSuggestions(channelKey, signal),
    staleTime: LIVE_POLL_MS,
    refetchInterval: LIVE_POLL_MS,
  })
}

/** Makes a change of canned replies and reads them again; false when it failed, which is said. */
export function useChangeSuggestions(): (
  change: (calls: SuggestionCalls) => Promise<unknown>,
) => Promise<boolean> {
  const client = useQueryClient()
  return async (change) => {
    try {
      await change(await suggestionCalls())
      return true
    } catch (error) {
      console.warn('a canned reply was not changed', error)
      showToast({ tone: 'error', text: errorText(error) })
      return false
    } finally {
      await client.invalidateQueries({ queryKey: suggestionFamilyKey })
    }
  }
}
