import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

export const searchQuery = (query: string, topK: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'search', query, topK] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).postSearch({ query, top_k: topK }, signal),
    placeholderData: keepPreviousData,
    enabled: query !== '',
    retry: false,
  })
