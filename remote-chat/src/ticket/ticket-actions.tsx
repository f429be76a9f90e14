import type { ReactNode } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, type ButtonProps } from 'shared/ui'

export interface TicketActions {
  accept: (ticket: Ticket) => void
  close: (ticket: Ticket) => void
  /** Closes a ticket without confirmation; an unassigned ticket is accepted first. */
  closeAtOnce: (ticket: Ticket) => void
  busy: (ticketId: string) => 'accepting' | 'closing' | null
  /** Confirmation dialog, which can be rendered anywhere on the page. */
  dialog: ReactNode
}

interface AcceptButtonProps extends Pick<ButtonProps, 'size' | 'tabIndex' | 'aria-describedby'> {
  ticket: Ticket
  actions: Pick<TicketActions, 'accept' | 'busy'>
}

export function AcceptButton({ ticket, actions, ...rest }: AcceptButtonProps) {
  return (
    <Button
      size="sm"
      {...rest}
      loading={actions.busy(ticket.id) === 'accepting'}
      onClick={() => actions.accept(ticket)}
    >
      รับเคส
    </Button>
  )
}
