import { useCallback, useMemo } from 'react'
import { useUrlParams } from 'shared/ui'
import { type OpenedHere, useCloseUrlDialog } from 'shared/ui/use-close-url-dialog.ts'

export interface CustomersView {
  search: string
  /** Filter by VIP mark; null shows all customers. */
  isVip: boolean | null
  /** Page number, starts at 1. */
  page: number
  customer: string | null
}

const NAMES = { search: 'search', vip: 'vip', page: 'page', customer: 'customer' } as const
const OPENED_HERE: OpenedHere = { openedHere: 'customer' }

function readView(params: URLSearchParams): CustomersView {
  const [vip, page] = [params.get(NAMES.vip), Number(params.get(NAMES.page))]
  return {
    search: params.get(NAMES.search)?.trim() ?? '',
    isVip: vip === '1' ? true : vip === '0' ? false : null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    customer: params.get(NAMES.customer),
  }
}

function withView(
  before: URLSearchParams,
  { search, isVip, page, customer }: CustomersView,
): URLSearchParams {
  const params = new URLSearchParams(before)
  const set = (name: string, value: string | null) =>
    value === null || value === '' ? params.delete(name) : params.set(name, value)
  set(NAMES.search, search)
  set(NAMES.vip, isVip === null ? null : isVip ? '1' : '0')
  set(NAMES.page, page === 1 ? null : String(page))
  set(NAMES.customer, customer)
  return params
}

export function useCustomersAddress() {
  const [params, setParams] = useUrlParams()
  const view = useMemo(() => readView(params), [params])
  const change = useCallback(
    (to: Partial<Pick<CustomersView, 'search' | 'isVip' | 'page'>>) =>
      setParams((now) => withView(now, { ...readView(now), page: 1, ...to })),
    [setParams],
  )
  const openCustomer = useCallback(
    (customer: string) =>
      setParams((now) => withView(now, { ...readView(now), customer }), { state: OPENED_HERE }),
    [setParams],
  )
  const closeCustomer = useCloseUrlDialog(
    OPENED_HERE,
    useCallback(
      () => setParams((now) => withView(now, { ...readView(now), customer: null }), { replace: true }),
      [setParams],
    ),
  )
  return { view, change, openCustomer, closeCustomer }
}
