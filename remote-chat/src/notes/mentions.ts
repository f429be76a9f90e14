import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { mentionsKey, type NoteCalls, noteCalls } from 'shared/api'
import { MAX_LISTED_MENTIONS } from 'shared/contract/constants.ts'
import type { Mention } from 'shared/contract/notes/note.ts'

type Seen = { ticket_id: string } | { note_ids: string[] }
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

/** No more notes than one call takes. */
function inParts(seen: Seen): Seen[] {
  if ('ticket_id' in seen) return [seen]
  const parts: Seen[] = []
  for (let from = 0; from < seen.note_ids.length; from += MAX_LISTED_MENTIONS)
    parts.push({ note_ids: seen.note_ids.slice(from, from + MAX_LISTED_MENTIONS) })
  return parts
}

/** What waits is read again, so that what was removed or seen elsewhere is counted no more. */
export function rereadMentions(client: QueryClient): void {
  client.fetchQuery({ ...mentionsQuery, staleTime: 0 }).catch((error: unknown) => {
    console.warn('the notes that name the person were not read again', error)
  })
}

/**
 * Those of a ticket, or these, have been seen: at once on the page, and on the server for all of the person's devices. What has come
 * meanwhile stays, and so do those that were not listed: they are read then.
 */
export async function seeMentions(client: QueryClient, seen: Seen): Promise<void> {
  const isSeen = ({ id, ticket_id }: Mention) =>
    'note_ids' in seen ? seen.note_ids.includes(id) : ticket_id === seen.ticket_id
  const left = client.setQueryData(mentionsQuery.queryKey, (known): UnseenMentions | undefined => {
    if (known === undefined) return known
    const items = known.items.filter((each) => !isSeen(each))
    return { items, total: known.total - (known.items.length - items.length) }
  })
  try {
    const { postMentionsSeen } = await noteCalls()
    for (const part of inParts(seen)) await postMentionsSeen(part)
    if (left !== undefined && left.total > left.items.length)
      await client.fetchQuery({ ...mentionsQuery, staleTime: 0 })
  } catch (error) {
    console.warn('that notes were seen was not told', error)
  }
}
