import type { MouseEvent, ReactNode } from 'react'
import { PATHS } from '../address/paths.ts'

export interface CaseLinkProps {
  ticketId: string
  className?: string | undefined
  onOpen: (ticketId: string) => void
  children: ReactNode
}

/** A link to a case, which opens beside the list that is there. */
export function CaseLink({ ticketId, className, onOpen, children }: CaseLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(ticketId)
  }
  return (
    <a className={className} href={`${PATHS.queue}?ticket=${encodeURIComponent(ticketId)}`} onClick={onClick}>
      {children}
    </a>
  )
}
