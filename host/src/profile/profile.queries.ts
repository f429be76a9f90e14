import { queryOptions } from '@tanstack/react-query'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { endSession, fetchProfile, type ProfileResponse, readToken } from 'shared/session'

/** Failures are query results, not errors. While the server is unreachable, the fetched profile remains. */
export function profileQuery(known: StaffProfile | null) {
  return queryOptions({
    queryKey: ['host', 'profile', known?.id] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<ProfileResponse> => {
      const token = readToken()
      const response = await fetchProfile(signal)
      if (response.kind === 'failed' && response.status === 401 && readToken() === token) endSession()
      const before = client.getQueryData<ProfileResponse>(queryKey)
      return response.kind === 'unreachable' && before?.kind === 'profile' ? before : response
    },
    placeholderData: known ? ({ kind: 'profile', profile: known } satisfies ProfileResponse) : undefined,
    refetchOnWindowFocus: false,
  })
}
