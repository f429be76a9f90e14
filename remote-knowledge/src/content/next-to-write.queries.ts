import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from './knowledge-keys.ts'

export const WAITING_PAGE = 10

const rowsOf = (page: number) => ({ limit: WAITING_PAGE, offset: (page - 1) * WAITING_PAGE })

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
