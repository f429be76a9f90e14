import { queryOptions } from '@tanstack/react-query'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { endSession, fetchProfile, type ProfileAnswer, readToken } from 'shared/session'

/**
 * The signed-in person's profile, fresh; `known` is shown while it is on its way. Failures are answers, not errors; one that a missing
 * connection brings takes nothing away that has been read.
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
