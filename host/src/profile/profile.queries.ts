import { queryOptions } from '@tanstack/react-query'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { endSession, fetchProfile, type ProfileAnswer, readToken } from 'shared/session'

/**
 * Fetches the current user's profile. `known` is shown while it is loading. Failures are results, not errors. A failure
 * without a response does not replace a profile that was fetched before.
 */
export function profileQuery(known: StaffProfile | null) {
  return queryOptions({
    queryKey: ['host', 'profile', known?.id] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<ProfileAnswer> => {
      const token = readToken()
      const answer = await fetchProfile(signal)
      if (answer.kind === 'failed' && answer.status === 401 && readToken() === token) endSession()
      const before = client.getQueryData<ProfileAnswer>(queryKey)
      return answer.kind === 'unreachable' && before?.kind === 'profile' ? before : answer
    },
    placeholderData: known ? ({ kind: 'profile', profile: known } satisfies ProfileAnswer) : undefined,
    refetchOnWindowFocus: false,
  })
}
