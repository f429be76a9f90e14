import { queryOptions } from '@tanstack/react-query'
import { listAgents } from '../../contract/staff/list-agents.call.ts'
import { deskApi } from '../desk-api.ts'

export const agentsQuery = queryOptions({
  queryKey: ['staff', 'agents'] as const,
  queryFn: async ({ signal }) => (await deskApi.call(listAgents, { signal })).items,
  staleTime: 5 * 60_000,
})
