import { queryOptions } from '@tanstack/react-query'
import { knowledgeCalls } from 'shared/api'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'

const LOOK_MS = 1_000

/** Key of the mutation that starts an import. */
export const APPLYING = [...knowledgeFamilyKey, 'import'] as const

/** Progress of an import; polled until it has ended. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'imports', id] as const,
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchImport(id, signal),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.progress.state === 'running' ? LOOK_MS : false,
    refetchIntervalInBackground: true,
    retry: false,
  })
