import { queryOptions } from '@tanstack/react-query'
import { listAgents } from '../../contract/staff/list-agents.call.ts'
import { deskApi } from '../desk-api.ts'

/** Staff members for filters. Suspended staff members, who may have past tickets, are last. */
export const agentsQuery = queryOptions({
  queryKey: ['staff', 'agents'] as const,
  queryFn: async ({ signal }) =>
    (await deskApi.call(listAgents, { query: { with_suspended: true }, signal })).items,
  staleTime: 5 * 60_000,
})
