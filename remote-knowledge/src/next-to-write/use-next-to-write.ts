import { useQuery } from '@tanstack/react-query'
import { isMissingCall } from 'shared/api'
import { useRole } from 'shared/session'
import { openQuestionsQuery, proposalsQuery } from '../content/next-to-write.queries.ts'

/** Returns the number of open questions and proposals. `isOffered` is false for agents or without server support. */
export function useNextToWrite(): { isOffered: boolean; count: number } {
  const enabled = useRole() === 'BUSINESS'
  const proposals = useQuery({ ...proposalsQuery(1), enabled })
  const questions = useQuery({ ...openQuestionsQuery(1), enabled })
  const isMissing = (error: unknown) => error !== null && isMissingCall(error)
  return {
    isOffered: enabled && !(isMissing(proposals.error) && isMissing(questions.error)),
    count: (proposals.data?.total ?? 0) + (questions.data?.total ?? 0),
  }
}
