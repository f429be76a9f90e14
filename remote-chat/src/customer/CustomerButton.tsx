import type { ReactNode } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import classes from './CustomerSide.module.css'
import { customerPanel, showCustomerPanel, useCustomerPanel } from './customer-panel.store.ts'

/** The customer's picture: it opens and closes what is known of them. */
export function CustomerButton({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const isOpen = useCustomerPanel()
  // A server that does not tell whose a case is has no such calls either.
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
      <span className={classes.sign} aria-hidden>
        i
      </span>
    </button>
  )
}
