import { deferred, useLateWindow } from 'shared/ui'

const customerCases = deferred(
  async () =>
    (await import(/* webpackChunkName: "customer-cases" */ './CustomerCasesWindow.tsx')).CustomerCasesWindow,
)
export const preloadCustomerCases = customerCases.preload

export interface LateCustomerCasesProps {
  customer: string | null
  /** Null when the customer is not on the loaded page. */
  name: string | null
  onClose: () => void
}

/** Shows a customer's tickets when the URL names the customer. */
export function LateCustomerCases({ customer, name, onClose }: LateCustomerCasesProps) {
  const Window = useLateWindow(customerCases, customer !== null, onClose)
  return Window !== null && customer !== null ? (
    <Window customer={customer} name={name} onClose={onClose} />
  ) : null
}
