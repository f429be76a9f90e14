import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from './knowledge-query-keys.ts'

export const OPEN_ITEMS_PAGE_SIZE = 10

const rowsOf = (page: number) => ({ limit: OPEN_ITEMS_PAGE_SIZE, offset: (page - 1) * OPEN_ITEMS_PAGE_SIZE })

export const proposalsQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'proposals', page] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchProposals(rowsOf(page), signal),
    placeholderData: keepPreviousData,
  })

export const openQuestionsQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'open-questions', page] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchOpenQuestions(rowsOf(page), signal),
    placeholderData: keepPreviousData,
  })
