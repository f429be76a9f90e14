import { queryOptions } from '@tanstack/react-query'
import { getMe } from '../../contract/auth/get-me.call.ts'
import { listAgents } from '../../contract/staff/list-agents.call.ts'
import { deskApi } from '../desk-api.ts'

/** The signed-in person. The session keeps its own copy; this one is for screens that show it fresh. */
export const meQuery = queryOptions({
  queryKey: ['staff', 'me'] as const,
  queryFn: async ({ signal }) => (await deskApi.call(getMe, { signal })).profile,
})

export const agentsQuery = queryOptions({
  queryKey: ['staff', 'agents'] as const,
  queryFn: async ({ signal }) => (await deskApi.call(listAgents, { signal })).items,
  staleTime: 5 * 60_000,
})
