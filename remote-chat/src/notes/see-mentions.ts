import type { QueryClient } from '@tanstack/react-query'
import { noteCalls } from 'shared/api'
import { MAX_LISTED_MENTIONS } from 'shared/contract/constants.ts'
import { mentionsQuery, seeing, type UnseenMentions } from './mentions.ts'

/** What waits is read again, so that what was removed or seen elsewhere is counted no more. */
export function rereadMentions(client: QueryClient): void {
  client.fetchQuery({ ...mentionsQuery, staleTime: 0 }).catch((error: unknown) => {
    console.warn('the notes that name the person were not read again', error)
  })
}

/**
 * These notes have been seen: at once on the page, and on the server for all of the person's devices. What has come meanwhile stays,
 * and so do those that were not listed: they are read then.
 */
export async function seeMentions(client: QueryClient, noteIds: readonly string[]): Promise<void> {
  for (const id of noteIds) seeing.add(id)
  const left = client.setQueryData(mentionsQuery.queryKey, (known): UnseenMentions | undefined => {
    if (known === undefined) return known
    const items = known.items.filter(({ id }) => !noteIds.includes(id))
    return { items, total: known.total - (known.items.length - items.length) }
  })
  try {
    const { postMentionsSeen } = await noteCalls()
    for (let from = 0; from < noteIds.length; from += MAX_LISTED_MENTIONS)
      await postMentionsSeen({ note_ids: noteIds.slice(from, from + MAX_LISTED_MENTIONS) })
    // One that has begun is waited for.
    const isRead = left === undefined || left.total <= left.items.length
    if (!isRead || client.isFetching(mentionsQuery) > 0)
      await client.fetchQuery({ ...mentionsQuery, staleTime: 0 })
  } catch (error) {
    console.warn('that notes were seen was not told', error)
  } finally {
    for (const id of noteIds) seeing.delete(id)
  }
}
