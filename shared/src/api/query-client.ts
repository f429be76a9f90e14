import { QueryClient } from '@tanstack/react-query'
import { isApiError, isRetryable } from './api-error.ts'
import { backoff } from './backoff.ts'

const MAX_RETRIES = 2
const PAUSES = { firstMs: 1_000, longestMs: 10_000 }

/** True for failures that are likely to end within seconds. Rate limits and invalid responses are not retried. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= MAX_RETRIES || !isApiError(error) || error.code === 'bad_answer') return false
  return isRetryable(error) && error.status !== 429
}

export function createDeskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => backoff(attempt, PAUSES),
        staleTime: 1_000,
        gcTime: 5 * 60_000,
        // API calls fail while offline, instead of pausing until the network returns.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
