import { QueryClient } from '@tanstack/react-query'
import { isApiError, mayPass } from './api-error.ts'
import { backoff } from './backoff.ts'

const MAX_RETRIES = 2
const PAUSES = { firstMs: 1_000, longestMs: 10_000 }

/** Only what may pass by itself is tried again; not what was too much at once, for it would only be more. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < MAX_RETRIES && mayPass(error) && isApiError(error) && error.status !== 429
}

/** The page's one query cache. Mutations are never repeated by themselves. */
export function createDeskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => backoff(attempt, PAUSES),
        staleTime: 1_000,
        gcTime: 5 * 60_000,
        // A call made offline fails like any other and says so; it does not hang until the network is back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
