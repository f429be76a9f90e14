import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useUrlParams } from 'shared/ui'
import { type KnowledgeAddress, readAddress, withAddress } from './knowledge-address.ts'

/** History state: the dialog was opened from this page. */
const OPENED_HERE = { dialogOpenedHere: true }

export interface AddressState extends KnowledgeAddress {
  /** Changes the URL and adds a history entry, so that Back returns to the previous view. */
  change: (change: Partial<KnowledgeAddress>) => void
  /** Changes the URL without a history entry, for typed text. */
  replace: (change: Partial<KnowledgeAddress>) => void
  /** Opens the dialog of an entry or history record. */
  openDialog: (of: Partial<Pick<KnowledgeAddress, 'entry' | 'log'>>) => void
  closeDialog: () => void
}

export function useKnowledgeAddress(): AddressState {
  const [params, setParams] = useUrlParams()
  const address = useMemo(() => readAddress(params), [params])
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another entry of the history.
  useEffect(() => {
    isLeaving.current = false
  }, [key])
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
  const isOpenedHere = (state as Partial<typeof OPENED_HERE> | null)?.dialogOpenedHere === true
  const closeDialog = useCallback(() => {
    // A second click before the navigation is done would go back twice.
    if (isLeaving.current) return
    isLeaving.current = isOpenedHere
    if (isOpenedHere) void navigate(-1)
    // Opened by a link: there is no previous view.
    else setParams((now) => withAddress(now, { entry: null, log: null }), { replace: true })
  }, [isOpenedHere, navigate, setParams])
  return { ...address, change, replace, openDialog, closeDialog }
}
