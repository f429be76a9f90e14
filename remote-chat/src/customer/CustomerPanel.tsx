import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { KeyboardEvent } from 'react'
import { errorText, hasErrorCode } from 'shared/api'
import { ErrorState, IconButton, Skeleton } from 'shared/ui'
import { CustomerNotes } from './CustomerNotes.tsx'
import classes from './CustomerPanel.module.css'
import { CustomerProfile } from './CustomerProfile.tsx'
import { CustomerTags } from './CustomerTags.tsx'
import { CustomerTickets, type CustomerTicketsProps } from './CustomerTickets.tsx'
import { closeCustomerColumn } from './customer-panel.store.ts'
import { useCustomer } from './use-customer.ts'

/** Customer panel. As a column: the first Escape leaves a text field, and the second one closes the column. */
export function CustomerPanel(props: CustomerTicketsProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const { currentTarget: column, target } = event
    // Drawers, sheets and dialogs handle Escape themselves.
    if (!(target instanceof Element && column.contains(target)) || column.closest('[role=dialog]')) return
    event.preventDefault()
    if (target.matches('input, textarea')) column.focus()
    else closeCustomerColumn()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the key on its way from a field or a button
    <div className={classes.whole} tabIndex={-1} onKeyDown={onKeyDown}>
      <ColumnHead />
      <PanelBody {...props} />
    </div>
  )
}

function ColumnHead() {
  return (
    <header className={classes.head}>
      <h2 className={classes.headTitle}>ข้อมูลลูกค้า</h2>
      <IconButton label="ปิดแผงลูกค้า" onClick={closeCustomerColumn}>
        <IconX size={20} aria-hidden />
      </IconButton>
    </header>
  )
}

function PanelBody(props: CustomerTicketsProps) {
  const { data: card, error, refetch, isFetching } = useCustomer(props.customerId)
  // Does not show cached data of a customer that the user may no longer see.
  const isForbidden = hasErrorCode(error, 'forbidden', 'forbidden_channel', 'not_found')
  if (card === undefined || isForbidden)
    return error === null ? (
      <PanelSkeleton />
    ) : (
      <ErrorState title="โหลดข้อมูลลูกค้าไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
        {errorText(error)}
      </ErrorState>
    )
  return (
    <div className={classes.panel}>
      <CustomerProfile card={card} onOpenTicket={props.onOpenTicket} />
      <CustomerTags card={card} />
      <CustomerNotes card={card} />
      <CustomerTickets {...props} />
    </div>
  )
}

function PanelSkeleton() {
  return (
    <div className={classes.panel} aria-busy>
      <div className={classes.profile}>
        <Skeleton circle width={56} height={56} />
        <Skeleton width="60%" height={18} />
        <Skeleton width="80%" />
      </div>
      <Skeleton width="40%" />
      <Skeleton width="100%" height={64} />
      <Skeleton width="100%" height={64} />
    </div>
  )
}
