import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { KNOWLEDGE_LOG_PAGE } from 'shared/contract/constants.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { isRunning } from './log-texts.ts'

const UNDO_POLL_MS = 2_000

export const logsQuery = (source: string, page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'logs', source, page] as const,
    queryFn: async ({ signal }) =>
      (await knowledgeCalls()).fetchLogs(
        {
          limit: KNOWLEDGE_LOG_PAGE,
          offset: (page - 1) * KNOWLEDGE_LOG_PAGE,
          ...(source === '' ? {} : { source }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? UNDO_POLL_MS : false),
  })

const CHANGES_PAGE = 10

export const changesQuery = (log: string) =>
  infiniteQueryOptions({
    queryKey: [...knowledgeFamilyKey, 'changes', log] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await knowledgeCalls()).fetchChanges(log, { limit: CHANGES_PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ log }) => isRunning(log)) ? UNDO_POLL_MS : false,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0)
      return pages.at(-1)?.items.length && read < total ? read : null
    },
  })
