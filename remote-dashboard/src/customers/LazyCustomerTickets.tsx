import { deferred, useLazyDialog } from 'shared/ui'

const customerTickets = deferred(
  async () =>
    (await import(/* webpackChunkName: "customer-tickets" */ './CustomerTicketsDialog.tsx'))
      .CustomerTicketsDialog,
)
export const { preloadProps: preloadCustomerTicketsProps } = customerTickets

export interface LazyCustomerTicketsProps {
  customer: string | null
  name: string | null
  onClose: () => void
}

export function LazyCustomerTickets({ customer, name, onClose }: LazyCustomerTicketsProps) {
  const Dialog = useLazyDialog(customerTickets, customer !== null, onClose)
  return Dialog !== null && customer !== null ? (
    <Dialog customer={customer} name={name} onClose={onClose} />
  ) : null
}
