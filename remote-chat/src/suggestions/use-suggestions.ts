import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, type SuggestionCalls, suggestionCalls, suggestionFamilyKey } from 'shared/api'
import { LIVE_POLL_MS } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'

/** Query of the suggestions, updated by socket events; for servers without such events, it is polled slowly. */
export const suggestionsQuery = (channelKey: string) =>
  queryOptions({
    queryKey: [...suggestionFamilyKey, channelKey] as const,
    queryFn: async ({ signal }) => (await suggestionCalls()).fetchSuggestions(channelKey, signal),
    staleTime: LIVE_POLL_MS,
    refetchInterval: LIVE_POLL_MS,
  })

export const useSuggestions = (channelKey: string) => useQuery(suggestionsQuery(channelKey))

interface ChangeOptions {
  /** Mutation key with which callers check whether this change is running. */
  mutationKey?: readonly string[]
  /** Name of a queue: changes with the same name run one after the other, each after the list was refetched. */
  oneByOne?: string
  /** Called after a successful change, even if the dialog has closed. */
  onDone?: () => void
}

/** Changes suggestions. The mutation is pending until the list is refetched, and reports failures to the user. */
export function useChangeSuggestions({ mutationKey, oneByOne, onDone }: ChangeOptions = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    ...(oneByOne === undefined ? {} : { scope: { id: oneByOne } }),
    mutationFn: async (change: (calls: SuggestionCalls) => Promise<unknown>) =>
      change(await suggestionCalls()),
    onError: (error) => {
      console.warn('a canned reply could not be changed', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: suggestionFamilyKey })
      if (error === null) onDone?.()
    },
  })
}
