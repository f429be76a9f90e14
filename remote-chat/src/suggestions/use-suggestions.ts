import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, type SuggestionCalls, suggestionCalls, suggestionFamilyKey } from 'shared/api'
import { LIVE_POLL_MS } from 'shared/contract/constants.ts'
import { showToast } from 'shared/ui'

/** Canned replies of an official account. Changes are told by the socket; servers that do not tell are asked now and then. */
export const suggestionsQuery = (channelKey: string) =>
  queryOptions({
    queryKey: [...suggestionFamilyKey, channelKey] as const,
    queryFn: async ({ signal }) => (await suggestionCalls()).fetchSuggestions(channelKey, signal),
    staleTime: LIVE_POLL_MS,
    refetchInterval: LIVE_POLL_MS,
  })

export const useSuggestions = (channelKey: string) => useQuery(suggestionsQuery(channelKey))

interface ChangeOptions {
  /** By which it can be asked whether this change is under way. */
  mutationKey?: readonly string[]
  /** Changes of one name are made one after the other, each once the list has been read after the one before. */
  oneByOne?: string
  /** Told even when the window has closed. */
  onDone?: () => void
}

/** Makes a change of canned replies, under way until they are read again; a failure is said. */
export function useChangeSuggestions({ mutationKey, oneByOne, onDone }: ChangeOptions = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    ...(oneByOne === undefined ? {} : { scope: { id: oneByOne } }),
    mutationFn: async (change: (calls: SuggestionCalls) => Promise<unknown>) =>
      change(await suggestionCalls()),
    onError: (error) => {
      console.warn('a canned reply was not changed', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: suggestionFamilyKey })
      if (error === null) onDone?.()
    },
  })
}
