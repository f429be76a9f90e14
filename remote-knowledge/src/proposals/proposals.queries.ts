import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/** The oldest of those that wait: as some are decided others come up. */
export const proposalsQuery = queryOptions({
  queryKey: [...knowledgeFamilyKey, 'proposals'],
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchProposals({ limit: 10, offset: 0 }, signal),
})
