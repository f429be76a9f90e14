import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/** Those asked most often. */
export const openQuestionsQuery = queryOptions({
  queryKey: [...knowledgeFamilyKey, 'open-questions'],
  queryFn: async ({ signal }) =>
    (await knowledgeCalls()).fetchOpenQuestions({ limit: 10, offset: 0 }, signal),
})
