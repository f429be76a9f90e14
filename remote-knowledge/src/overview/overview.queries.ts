import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/** Polling interval of the system status in ms, while the page is visible. */
const STATUS_MS = 30_000

export const sourcesQuery = queryOptions({
  queryKey: [...knowledgeFamilyKey, 'sources'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchSources(signal),
})

/** Fetches the system status. Fails when the server is unhealthy or unreachable. */
export const healthQuery = queryOptions({
  queryKey: ['health'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchHealth(signal),
  retry: false,
  refetchInterval: STATUS_MS,
  // Also refetched when the last result is recent, because it was measured on another network.
  refetchOnReconnect: 'always',
})
