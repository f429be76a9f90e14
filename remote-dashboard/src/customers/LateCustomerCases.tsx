import { deferred, useLateWindow } from 'shared/ui'

const customerCases = deferred(
  async () =>
    (await import(/* webpackChunkName: "customer-cases" */ './CustomerCasesWindow.tsx')).CustomerCasesWindow,
)
/** For what opens it. */
export const preloadCustomerCases = customerCases.preload

export interface LateCustomerCasesProps {
  customer: string | null
  /** Null: it is not on the page. */
  name: string | null
  onClose: () => void
}

/** The cases of a customer, when the address names one. */
export function LateCustomerCases({ customer, name, onClose }: LateCustomerCasesProps) {
  const Window = useLateWindow(customerCases, customer !== null, onClose)
  return Window !== null && customer !== null ? (
    <Window customer={customer} name={name} onClose={onClose} />
  ) : null
}
