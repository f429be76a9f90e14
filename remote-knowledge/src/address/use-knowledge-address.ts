import { useCallback, useMemo } from 'react'
import { useUrlParams } from 'shared/ui'
import { type OpenedHere, useCloseUrlDialog } from 'shared/ui/use-close-url-dialog.ts'
import { type KnowledgeAddress, readAddress, withAddress } from './knowledge-address.ts'

const OPENED_HERE: OpenedHere = { openedHere: 'knowledge' }

export interface AddressState extends KnowledgeAddress {
  /** Changes the URL, and adds a history entry. */
  change: (change: Partial<KnowledgeAddress>) => void
  /** Changes the URL for typed text, and adds no history entry. */
  replace: (change: Partial<KnowledgeAddress>) => void
  openDialog: (of: Partial<Pick<KnowledgeAddress, 'entry' | 'log'>>) => void
  closeDialog: () => void
}

export function useKnowledgeAddress(): AddressState {
  const [params, setParams] = useUrlParams()
  const address = useMemo(() => readAddress(params), [params])
  const change = useCallback(
    (to: Partial<KnowledgeAddress>) => setParams((now) => withAddress(now, to)),
    [setParams],
  )
  const replace = useCallback(
    (to: Partial<KnowledgeAddress>) => setParams((now) => withAddress(now, to), { replace: true }),
    [setParams],
  )
  const openDialog = useCallback(
    (of: Partial<KnowledgeAddress>) => setParams((now) => withAddress(now, of), { state: OPENED_HERE }),
    [setParams],
  )
  const closeDialog = useCloseUrlDialog(
    OPENED_HERE,
    useCallback(() => replace({ entry: null, log: null }), [replace]),
  )
  return { ...address, change, replace, openDialog, closeDialog }
}
