import { useState } from 'react'
import { deferred, ErrorState, Skeleton, useDeferred } from 'shared/ui'
import overview from '../overview/Overview.module.css'
import type { CustomersTabProps } from './CustomersTab.tsx'

const customersTab = deferred(
  async () => (await import(/* webpackChunkName: "customers" */ './CustomersTab.tsx')).CustomersTab,
)
export const preloadCustomers = customersTab.preload

export function LazyCustomersTab(props: CustomersTabProps) {
  const [hasFailed, setFailed] = useState(false)
  const Tab = useDeferred(customersTab, !hasFailed, () => setFailed(true))
  if (Tab !== null) return <Tab {...props} />
  if (hasFailed) return <ErrorState title="โหลดหน้าลูกค้าไม่สำเร็จ" onRetry={() => setFailed(false)} />
  return (
    <div className={overview.card} role="status" aria-label="กำลังโหลด...">
      <Skeleton height={440} />
    </div>
  )
}
