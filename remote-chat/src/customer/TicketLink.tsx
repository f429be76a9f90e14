import type { MouseEvent, ReactNode } from 'react'
import { queueTicketAddress } from '../address/ticket-address.ts'

export interface TicketLinkProps {
  ticketId: string
  className?: string | undefined
  onOpen: (ticketId: string) => void
  children: ReactNode
}

export function TicketLink({ ticketId, className, onOpen, children }: TicketLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(ticketId)
  }
  return (
    <a className={className} href={queueTicketAddress(ticketId)} onClick={onClick}>
      {children}
    </a>
  )
}
