import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

export const PAGES_SHOWN = 20

export const pagesQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'pages', page] as const,
    queryFn: async ({ signal }) =>
      (await knowledgeCalls()).fetchPages({ limit: PAGES_SHOWN, offset: (page - 1) * PAGES_SHOWN }, signal),
  })
