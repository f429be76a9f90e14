import type { ReactNode } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button } from 'shared/ui'

export interface TicketActions {
  accept: (ticket: Ticket) => void
  /** Asks first. */
  close: (ticket: Ticket) => void
  /** Asks nothing; takes a case that nobody has first. */
  closeAtOnce: (ticket: Ticket) => void
  /** What is under way with a ticket. */
  busy: (ticketId: string) => 'accepting' | 'closing' | null
  /** The question before closing; stands anywhere on the page. */
  dialog: ReactNode
}

interface AcceptButtonProps {
  ticket: Ticket
  actions: Pick<TicketActions, 'accept' | 'busy'>
  size?: 'sm' | 'md'
  tabIndex?: number
}

export function AcceptButton({ ticket, actions, size = 'sm', tabIndex }: AcceptButtonProps) {
  return (
    <Button
      size={size}
      tabIndex={tabIndex}
      loading={actions.busy(ticket.id) === 'accepting'}
      onClick={() => actions.accept(ticket)}
    >
      รับเคส
    </Button>
  )
}
