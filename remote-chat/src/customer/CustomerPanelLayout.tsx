import { useEffect } from 'react'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Dialog, showToast, useDeferred, useMediaQuery } from 'shared/ui'
import classes from './CustomerPanelLayout.module.css'
import { showCustomerPanel, useCustomerPanel } from './customer-panel.store.ts'
import { customerPanel } from './lazy-customer-panel.ts'

/** Minimum window width for three columns: list, conversation and customer. */
const COLUMN_FROM_PX = 1400

export interface CustomerPanelLayoutProps {
  ticket: Ticket
  /** Opens another ticket; going back returns to the current ticket. */
  onOpenTicket: (ticketId: string) => void
}

const close = () => showCustomerPanel(false)

export function CustomerPanelLayout({ ticket, onOpenTicket }: CustomerPanelLayoutProps) {
  const isColumn = useMediaQuery(`(min-width: ${COLUMN_FROM_PX}px)`)
  const isPhone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const isPanelOn = useCustomerPanel()
  const isOpen = isPanelOn && ticket.customer_id !== null
  const Panel = useDeferred(customerPanel, isOpen, () => {
    showToast({ tone: 'error', text: 'เปิดข้อมูลลูกค้าไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    close()
  })
  // Closes the drawer or sheet when the conversation closes, so that it does not open again with the next conversation.
  useEffect(() => (isColumn ? undefined : close), [isColumn])
  if (!isOpen || ticket.customer_id === null || Panel === null) return null
  const openTicket = (ticketId: string) => {
    if (!isColumn) close()
    onOpenTicket(ticketId)
  }
  const panel = (
    <Panel
      key={ticket.customer_id}
      customerId={ticket.customer_id}
      ticket={ticket}
      onOpenTicket={openTicket}
    />
  )
  if (isColumn)
    return (
      <section className={classes.column} aria-label="ข้อมูลลูกค้า" data-customer-column>
        {panel}
      </section>
    )
  return (
    <Dialog open onClose={close} title="ข้อมูลลูกค้า" placement={isPhone ? 'sheet' : 'end'}>
      {panel}
    </Dialog>
  )
}
