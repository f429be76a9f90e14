import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { mentionsKey, type NoteCalls, noteCalls } from 'shared/api'
import type { Mention } from 'shared/contract/notes/note.ts'

export type UnseenMentions = Awaited<ReturnType<NoteCalls['fetchMentions']>>

/** The notes that name the person and that they have not seen. Read by the service, and again when events may have been missed. */
export const mentionsQuery = queryOptions({
  queryKey: mentionsKey,
  queryFn: async ({ signal }): Promise<UnseenMentions> => (await noteCalls()).fetchMentions(signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** One has come by the socket. */
export function addMention(client: QueryClient, mention: Mention): void {
  client.setQueryData(mentionsQuery.queryKey, (known): UnseenMentions | undefined => {
    if (known === undefined || known.items.some(({ id }) => id === mention.id)) return known
    return { items: [mention, ...known.items], total: known.total + 1 }
  })
}
