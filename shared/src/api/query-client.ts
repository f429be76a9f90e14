import { QueryClient } from '@tanstack/react-query'
import { isApiError, mayPass } from './api-error.ts'
import { backoff } from './backoff.ts'

const MAX_RETRIES = 2
const PAUSES = { firstMs: 1_000, longestMs: 10_000 }

/** Retries failures that may pass within seconds: neither rate limits nor responses of another server. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= MAX_RETRIES || !isApiError(error) || error.code === 'bad_answer') return false
  return mayPass(error) && error.status !== 429
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
