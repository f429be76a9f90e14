import { queryOptions } from '@tanstack/react-query'
import { mentionsKey, type NoteCalls, noteCalls } from 'shared/api'

export type UnseenMentions = Awaited<ReturnType<NoteCalls['fetchMentions']>>

/** The notes that name the person and that they have not seen. Read by the service, and again when events may have been missed. */
export const mentionsQuery = queryOptions({
  queryKey: mentionsKey,
  queryFn: async ({ signal }): Promise<UnseenMentions> => (await noteCalls()).fetchMentions(signal),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
