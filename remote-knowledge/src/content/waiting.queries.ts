import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from './knowledge-keys.ts'

/** So much of what waits for a manager stands on one page. */
export const WAITING_PAGE = 10

const rowsOf = (page: number) => ({ limit: WAITING_PAGE, offset: (page - 1) * WAITING_PAGE })

/** What agents would have in the knowledge base, the oldest first. `page` counts from 1. */
export const proposalsQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'proposals', page] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchProposals(rowsOf(page), signal),
    placeholderData: keepPreviousData,
  })

/** What customers ask and nothing answers, asked most often first. */
export const openQuestionsQuery = (page: number) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'open-questions', page] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchOpenQuestions(rowsOf(page), signal),
    placeholderData: keepPreviousData,
  })
