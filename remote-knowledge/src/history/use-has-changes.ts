import { useInfiniteQuery } from '@tanstack/react-query'
import { isMissingCall } from '../content/knowledge-error.ts'
import { changesQuery } from './history.queries.ts'

/**
 * Whether the server tells what a line of the history has changed: one with the first calls alone does not. Asked of the newest line,
 * which is looked at most.
 */
export function useHasChanges(log: string | undefined): boolean {
  const { data, error } = useInfiniteQuery({
    ...changesQuery(log ?? ''),
    enabled: log !== undefined,
    retry: false,
  })
  return data !== undefined || (error !== null && !isMissingCall(error))
}
