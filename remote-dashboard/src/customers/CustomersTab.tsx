import { EmptyState } from 'shared/ui'

export interface CustomersTabProps {
  /** An official account's key, or `__ALL__`. */
  channel: string
}

/** Customers of the manager's official accounts. */
export function CustomersTab(_: CustomersTabProps) {
  return <EmptyState title="รายชื่อลูกค้ายังไม่พร้อมใช้งาน" />
}
