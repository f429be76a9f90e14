import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { type CasesOf, type DashboardAddress, readAddress, withAddress } from './dashboard-address.ts'
import { type OpenedHere, useCloseOpened } from './use-close-opened.ts'

const OPENED_HERE: OpenedHere = { openedHere: 'cases' }

export interface UsedAddress extends DashboardAddress {
  /** Changes the URL and adds a history entry, so that Back returns to the previous view. */
  change: (change: Partial<Omit<DashboardAddress, 'cases'>>) => void
  openCases: (cases: CasesOf) => void
  /** Changes the order of the open list without adding a history entry. */
  orderCases: (cases: CasesOf) => void
  closeCases: () => void
}

/** Returns the dashboard's URL state and functions that change it. */
export function useDashboardAddress(): UsedAddress {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const address = useMemo(() => readAddress(params), [params])
  const change = useCallback(
    (to: Partial<DashboardAddress>) => setParams((now) => withAddress(now, to)),
    [setParams],
  )
  const openCases = useCallback(
    (cases: CasesOf) => setParams((now) => withAddress(now, { cases }), { state: OPENED_HERE }),
    [setParams],
  )
  const orderCases = useCallback(
    (cases: CasesOf) => setParams((now) => withAddress(now, { cases }), { replace: true, state }),
    [setParams, state],
  )
  const closeCases = useCloseOpened(
    OPENED_HERE,
    useCallback(() => setParams((now) => withAddress(now, { cases: null }), { replace: true }), [setParams]),
  )
  return { ...address, change, openCases, orderCases, closeCases }
}
