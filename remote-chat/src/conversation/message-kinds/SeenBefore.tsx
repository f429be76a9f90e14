import type { MouseEvent, ReactNode } from 'react'
import type { SeenBefore as Seen } from 'shared/contract/messages/message-content.ts'
import { formatThaiShort } from 'shared/ui'
import { ticketAddress } from '../../address/ticket-address.ts'
import { useOpenMessage } from '../../address/use-open-message.ts'
import { mediaOf } from './image-address.ts'
import classes from './message.module.css'
import type { ShownMessage } from './shown-message.ts'

export interface SeenBeforeProps {
  message: ShownMessage
  /** Position of the image in its set, counted from 1. */
  position?: number
}

export function SeenBefore({ message, position }: SeenBeforeProps) {
  const seen = mediaOf(message)?.seen_before
  return seen ? (
    <SeenLink seen={seen} className={classes.seen}>
      {position === undefined ? '' : `รูปที่ ${position}: `}
    </SeenLink>
  ) : null
}

/** Warning for an image seen before, because a customer may send a payment slip twice, or another customer's slip. */
const seenBeforeText = ({ is_same_customer }: Seen): string =>
  is_same_customer ? 'ลูกค้ารายนี้เคยส่งรูปนี้แล้ว' : 'ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว'

interface SeenLinkProps {
  seen: Seen
  className: string | undefined
  children?: ReactNode
  /** Called before the navigation, to close an overlay above the conversation. */
  onOpen?: () => void
}

export function SeenLink({ seen, className, children, onOpen }: SeenLinkProps) {
  const open = useOpenMessage()
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(seen)
    onOpen?.()
  }
  return (
    <a className={className} href={ticketAddress(seen.ticket_id, seen)} onClick={onClick}>
      {children}
      {seenBeforeText(seen)} · {formatThaiShort(seen.at)}
    </a>
  )
}
