import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

export const ENTRIES_PAGE = 10

/** Sources whose entries can be listed. The server rejects other sources. */
const LISTABLE_SOURCES: readonly string[] = Object.values(KNOWLEDGE_SOURCES)
export const isListed = (source: string): source is KnowledgeSourceName => LISTABLE_SOURCES.includes(source)

export const entriesQuery = (source: KnowledgeSourceName, page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'entries', source, page] as const,
    queryFn: async ({ signal }) =>
      (await knowledgeCalls()).fetchEntries(
        { source, limit: ENTRIES_PAGE, offset: (page - 1) * ENTRIES_PAGE },
        signal,
      ),
    placeholderData: (before, query) =>
      query?.queryKey[2] === source ? keepPreviousData(before) : undefined,
  })

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'entry', id] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchEntry(id, signal),
  })
