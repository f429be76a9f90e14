import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { APPLYING, importQuery } from './import.queries.ts'
import { useImportRun } from './import-draft.store.ts'

export function useImportEnd(): void {
  const client = useQueryClient()
  const run = useImportRun()
  // True while the first request runs: the server does not know the import before this request ends.
  const isBeginning = useIsMutating({ mutationKey: APPLYING }) > 0
  const { data } = useQuery({ ...importQuery(run?.id ?? ''), enabled: run !== null && !isBeginning })
  const state = data?.progress.state
  useEffect(() => {
    if (state === undefined || state === 'running') return
    void client.invalidateQueries({ queryKey: [...knowledgeFamilyKey], predicate: isNoImport })
  }, [state, client])
}

const isNoImport = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes('imports')
