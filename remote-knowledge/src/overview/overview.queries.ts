import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

/** The status is asked for anew by itself, as long as somebody looks. */
const STATUS_MS = 30_000

export const sourcesQuery = queryOptions({
  queryKey: [...knowledgeFamilyKey, 'sources'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchSources(signal),
})

/** Fails when the server is not well, or is not there. */
export const healthQuery = queryOptions({
  queryKey: ['health'] as const,
  queryFn: async ({ signal }) => (await knowledgeCalls()).fetchHealth(signal),
  retry: false,
  refetchInterval: STATUS_MS,
  // Whatever was asked a moment ago: it was asked on another network.
  refetchOnReconnect: 'always',
})
