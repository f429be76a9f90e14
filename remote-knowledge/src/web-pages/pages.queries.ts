import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

export const MAX_SHOWN_PAGES = 20

export const pagesQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'pages', page] as const,
    queryFn: async ({ signal }) =>
      (await knowledgeCalls()).fetchPages(
        { limit: MAX_SHOWN_PAGES, offset: (page - 1) * MAX_SHOWN_PAGES },
        signal,
      ),
  })
