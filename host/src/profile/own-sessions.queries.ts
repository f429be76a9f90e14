import { queryOptions } from '@tanstack/react-query'
import { deskApi } from 'shared/api'
import { endOtherSessions, endOwnSession, listOwnSessions } from 'shared/contract/auth/own-sessions.call.ts'

export const ownSessionsQuery = queryOptions({
  queryKey: ['host', 'own-sessions'] as const,
  queryFn: async ({ signal }) => (await deskApi.call(listOwnSessions, { signal })).items,
  staleTime: 0,
})

export async function endSessions(id: string | null): Promise<void> {
  if (id === null) await deskApi.call(endOtherSessions)
  else await deskApi.call(endOwnSession, { params: { id } })
}
