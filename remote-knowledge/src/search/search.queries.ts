import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/**
 * Searches the knowledge base. Each query has its own key, so that an earlier response cannot replace a later one.
 * Shows the previous results until the requested ones are loaded (`isPlaceholderData`).
 */
export const searchQuery = (query: string, topK: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'search', query, topK] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).postSearch({ query, top_k: topK }, signal),
    placeholderData: keepPreviousData,
    enabled: query !== '',
    retry: false,
  })
