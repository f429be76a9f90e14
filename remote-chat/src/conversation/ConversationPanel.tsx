import { useEffect, useRef } from 'react'
import { DOCK_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { Dialog, useMediaQuery } from 'shared/ui'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { Conversation } from './Conversation.tsx'
import classes from './ConversationPanel.module.css'
import { useSwipeAway } from './use-swipe-away.ts'
import { useTicket } from './use-ticket.ts'
import { useVisibleHeight } from './use-visible-height.ts'

export interface ConversationPanelProps {
  ticketId: string
  actions: TicketActions
  onClose: () => void
}

/** A conversation, docked at the right where there is room, over the whole screen where there is not. */
export function ConversationPanel({ ticketId, actions, onClose }: ConversationPanelProps) {
  const docks = useMediaQuery(`(min-width: ${DOCK_BREAKPOINT_PX}px)`)
  const { ticket } = useTicket(ticketId)
  const label = ticket ? `แชทกับ ${ticket.profile.display_name}` : 'แชท'
  const content = <Conversation ticketId={ticketId} actions={actions} onClose={onClose} docked={docks} />
  return docks ? (
    <Dock label={label} ticketId={ticketId} onClose={onClose}>
      {content}
    </Dock>
  ) : (
    <Cover label={label} onClose={onClose}>
      {content}
    </Cover>
  )
}

interface PlaceProps {
  label: string
  onClose: () => void
  children: React.ReactNode
}

function Dock({ label, ticketId, onClose, children }: PlaceProps & { ticketId: string }) {
  useEscape(onClose)
  useEffect(() => {
    return () => {
      // The focus goes back to where it came from, unless it has gone elsewhere already.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`tr[data-ticket-id="${CSS.escape(ticketId)}"]`)?.focus()
    }
  }, [ticketId])
  return (
    <aside className={classes.dock} aria-label={label}>
      {children}
    </aside>
  )
}

function Cover({ label, onClose, children }: PlaceProps) {
  const box = useRef<HTMLDivElement>(null)
  useSwipeAway(box, onClose)
  useVisibleHeight(box)
  return (
    <Dialog open onClose={onClose} title={label} placement="cover" bare className={classes.cover}>
      <div ref={box} className={classes.coverBox}>
        {children}
      </div>
    </Dialog>
  )
}

/** Escape closes, unless something nearer has taken it or a window stands above. */
function useEscape(onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]')) return
      close.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
