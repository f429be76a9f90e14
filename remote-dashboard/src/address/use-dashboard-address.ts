import { useCallback, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useUrlParams } from 'shared/ui'
import { type OpenedHere, useCloseUrlDialog } from 'shared/ui/use-close-url-dialog.ts'
import { type DashboardAddress, readAddress, type TicketsOfMetric, withAddress } from './dashboard-address.ts'

const OPENED_HERE: OpenedHere = { openedHere: 'cases' }

export interface AddressState extends DashboardAddress {
  /** Changes the URL, and adds a history entry. */
  change: (change: Partial<Omit<DashboardAddress, 'tickets'>>) => void
  openTickets: (tickets: TicketsOfMetric) => void
  /** Changes the order of the tickets in the URL, and adds no history entry. */
  orderTickets: (tickets: TicketsOfMetric) => void
  closeTickets: () => void
}

export function useDashboardAddress(): AddressState {
  const [params, setParams] = useUrlParams()
  const { state } = useLocation()
  const address = useMemo(() => readAddress(params), [params])
  const change = useCallback(
    (to: Partial<DashboardAddress>) => setParams((now) => withAddress(now, to)),
    [setParams],
  )
  const openTickets = useCallback(
    (tickets: TicketsOfMetric) => setParams((now) => withAddress(now, { tickets }), { state: OPENED_HERE }),
    [setParams],
  )
  const orderTickets = useCallback(
    (tickets: TicketsOfMetric) => setParams((now) => withAddress(now, { tickets }), { replace: true, state }),
    [setParams, state],
  )
  const closeTickets = useCloseUrlDialog(
    OPENED_HERE,
    useCallback(
      () => setParams((now) => withAddress(now, { tickets: null }), { replace: true }),
      [setParams],
    ),
  )
  return { ...address, change, openTickets, orderTickets, closeTickets }
}
