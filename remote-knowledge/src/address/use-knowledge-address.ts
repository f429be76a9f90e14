import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type KnowledgeAddress, readAddress, withAddress } from './knowledge-address.ts'

/** What the entry of the browser's history remembers of the window that it shows. */
const OPENED_HERE = { windowOpenedHere: true }

export interface UsedAddress extends KnowledgeAddress {
  /** A step of the browser's history: back leads to what was before. */
  change: (change: Partial<KnowledgeAddress>) => void
  /** No step: what is typed is none. */
  replace: (change: Partial<KnowledgeAddress>) => void
  /** Opens the window of an entry or of a line of the history. */
  openWindow: (of: Partial<Pick<KnowledgeAddress, 'entry' | 'log'>>) => void
  closeWindow: () => void
}

/** The page's address, and how it is changed. */
export function useKnowledgeAddress(): UsedAddress {
  const [params, setParams] = useSearchParams()
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
  const openWindow = useCallback(
    (of: Partial<KnowledgeAddress>) => setParams((now) => withAddress(now, of), { state: OPENED_HERE }),
    [setParams],
  )
  const isOpenedHere = (state as Partial<typeof OPENED_HERE> | null)?.windowOpenedHere === true
  const closeWindow = useCallback(() => {
    // A second press before the first step is done would be a second step.
    if (isLeaving.current) return
    isLeaving.current = isOpenedHere
    if (isOpenedHere) void navigate(-1)
    // Whoever came by a link has nothing before it.
    else setParams((now) => withAddress(now, { entry: null, log: null }), { replace: true })
  }, [isOpenedHere, navigate, setParams])
  return { ...address, change, replace, openWindow, closeWindow }
}
