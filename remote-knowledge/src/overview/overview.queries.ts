import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

const STATUS_MS = 30_000

export const sourcesQuery = queryOptions({
  queryKey: [...knowledgeFamilyKey, 'sources'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchSources(signal),
})

/** Query of the server's health. Fails when the server is unhealthy or unreachable. */
export const healthQuery = queryOptions({
  queryKey: ['health'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchHealth(signal),
  retry: false,
  refetchInterval: STATUS_MS,
  // Always checks after a reconnect, because a recent result was measured on another network.
  refetchOnReconnect: 'always',
})
