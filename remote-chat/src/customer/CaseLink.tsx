import type { MouseEvent, ReactNode } from 'react'
import { queueCaseAddress } from '../address/ticket-address.ts'

export interface CaseLinkProps {
  ticketId: string
  className?: string | undefined
  onOpen: (ticketId: string) => void
  children: ReactNode
}

/** Link to a ticket. A plain click opens it next to the current list. */
export function CaseLink({ ticketId, className, onOpen, children }: CaseLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(ticketId)
  }
  return (
    <a className={className} href={queueCaseAddress(ticketId)} onClick={onClick}>
      {children}
    </a>
  )
}
