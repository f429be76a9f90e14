import type { QueryClient } from '@tanstack/react-query'
import { noteCalls } from 'shared/api'
import { MAX_LISTED_MENTIONS } from 'shared/contract/constants.ts'
import { mentionsQuery, pendingSeenIds, type UnseenMentions } from './mentions.ts'

/** Refetches the mentions, so that deleted notes and notes that were seen on another device are not counted. */
export function refetchMentions(client: QueryClient): void {
  client.fetchQuery({ ...mentionsQuery, staleTime: 0 }).catch((error: unknown) => {
    console.warn('the notes that mention the user could not be fetched again', error)
  })
}

/** Marks mentions in the given notes as seen. Refetches if the cached list lacks some of the unseen mentions. */
export async function markMentionsSeen(client: QueryClient, noteIds: readonly string[]): Promise<void> {
  for (const id of noteIds) pendingSeenIds.add(id)
  const left = client.setQueryData(mentionsQuery.queryKey, (known): UnseenMentions | undefined => {
    if (known === undefined) return known
    const items = known.items.filter(({ id }) => !noteIds.includes(id))
    return { items, total: known.total - (known.items.length - items.length) }
  })
  try {
    const { postMentionsSeen } = await noteCalls()
    for (let from = 0; from < noteIds.length; from += MAX_LISTED_MENTIONS)
      await postMentionsSeen({ note_ids: noteIds.slice(from, from + MAX_LISTED_MENTIONS) })
    // If a fetch is already running, `fetchQuery` waits for that fetch.
    const isRead = left === undefined || left.total <= left.items.length
    if (!isRead || client.isFetching(mentionsQuery) > 0)
      await client.fetchQuery({ ...mentionsQuery, staleTime: 0 })
  } catch (error) {
    console.warn('seen mentions could not be reported to the server', error)
  } finally {
    for (const id of noteIds) pendingSeenIds.delete(id)
  }
}
