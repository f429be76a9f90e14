import type { ReactNode } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import classes from './CustomerPanelLayout.module.css'
import { showCustomerPanel, useCustomerPanel } from './customer-panel.store.ts'
import { customerPanel } from './lazy-customer-panel.ts'

export function CustomerButton({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const isOpen = useCustomerPanel()
  // A server that sends no customer ids has no API calls for customers.
  if (!ticket.customer_id) return children
  return (
    <button
      type="button"
      className={classes.button}
      data-customer-button
      aria-label="ข้อมูลลูกค้า"
      title="ข้อมูลลูกค้า"
      aria-expanded={isOpen}
      onPointerEnter={customerPanel.preload}
      onFocus={customerPanel.preload}
      onClick={() => showCustomerPanel(!isOpen)}
    >
      {children}
      <span className={classes.chevron} aria-hidden>
        i
      </span>
    </button>
  )
}
