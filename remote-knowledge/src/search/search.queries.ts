import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/**
 * What the assistant would find. Each question has a key of its own, so that an older answer never takes a newer one's place; what
 * stood before stays until its answer is there (`isPlaceholderData`).
 */
export const searchQuery = (query: string, topK: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'search', query, topK] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).postSearch({ query, top_k: topK }, signal),
    placeholderData: keepPreviousData,
    enabled: query !== '',
    retry: false,
  })
