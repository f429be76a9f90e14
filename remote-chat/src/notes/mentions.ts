import type { DataTag, QueryFunctionContext } from '@tanstack/react-query'
import { mentionsKey, type NoteCalls, noteCalls } from 'shared/api'

export type UnseenMentions = Awaited<ReturnType<NoteCalls['fetchMentions']>>

/** Ids of notes that are being marked as seen. They are removed from the responses of fetches that started earlier. */
export const pendingSeenIds = new Set<string>()

/** Does not use `queryOptions`, because every page would load that function only for this query. */
export const mentionsQuery = {
  queryKey: mentionsKey as DataTag<typeof mentionsKey, UnseenMentions>,
  queryFn: async ({ signal }: QueryFunctionContext): Promise<UnseenMentions> => {
    const { items, total } = await (await noteCalls()).fetchMentions(signal)
    const left = items.filter(({ id }) => !pendingSeenIds.has(id))
    return { items: left, total: total - items.length + left.length }
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}
