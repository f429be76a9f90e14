import { QueryClient } from '@tanstack/react-query'
import { isApiError, mayPass } from './api-error.ts'

const MAX_RETRIES = 2
const MAX_RETRY_DELAY_MS = 10_000

/** Only what may pass by itself is tried again; not what was too much at once, for it would only be more. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < MAX_RETRIES && mayPass(error) && isApiError(error) && error.status !== 429
}

/** 0.5 s, 1 s, 2 s … up to 10 s, each spread over its upper half so that many desks do not come back at once. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const whole = Math.min(MAX_RETRY_DELAY_MS, 1000 * 2 ** attempt)
  return whole / 2 + (random() * whole) / 2
}

/** The page's one query cache. Mutations are never repeated by themselves. */
export function createDeskQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => retryDelay(attempt),
        staleTime: 1_000,
        gcTime: 5 * 60_000,
        // A call made offline fails like any other and says so; it does not hang until the network is back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
