import { queryOptions } from '@tanstack/react-query'
import { hasErrorCode, knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'

const POLL_MS = 1_000
/** Poll interval in ms while the server does not know the import, whose first request may still be running. */
const UNKNOWN_POLL_MS = 10_000

export const APPLYING = [...knowledgeFamilyKey, 'import'] as const

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'imports', id] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchImport(id, signal),
    refetchInterval: ({ state }) => {
      if (state.data !== undefined) return state.data.progress.state === 'running' ? POLL_MS : false
      return hasErrorCode(state.error, 'not_found') ? UNKNOWN_POLL_MS : POLL_MS
    },
    refetchIntervalInBackground: true,
    retry: false,
  })
