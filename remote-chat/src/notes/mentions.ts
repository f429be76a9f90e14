import type { DataTag, QueryFunctionContext } from '@tanstack/react-query'
import { mentionsKey, type NoteCalls, noteCalls } from 'shared/api'

export type UnseenMentions = Awaited<ReturnType<NoteCalls['fetchMentions']>>

/** Notes whose being seen the server is told of: a reading that had begun before it knew would bring them back. */
export const seeing = new Set<string>()

/**
 * The notes that name the person and that they have not seen. Read by the service, and again when events may have been missed. Without
 * `queryOptions`, which every page would fetch for this alone.
 */
export const mentionsQuery = {
  queryKey: mentionsKey as DataTag<typeof mentionsKey, UnseenMentions>,
  queryFn: async ({ signal }: QueryFunctionContext): Promise<UnseenMentions> => {
    const { items, total } = await (await noteCalls()).fetchMentions(signal)
    const left = items.filter(({ id }) => !seeing.has(id))
    return { items: left, total: total - items.length + left.length }
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}
