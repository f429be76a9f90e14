import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DOCK_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'
import { CustomerSide } from '../customer/CustomerSide.tsx'
import { closeCustomerColumn } from '../customer/customer-panel.store.ts'
import { forgetUnchanged } from '../notes/note-drafts.ts'
import { forgetFieldMode, readFieldMode } from '../notes/note-mode.store.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationCover } from './ConversationCover.tsx'
import classes from './ConversationPanel.module.css'
import { useTicket } from './use-ticket.ts'
import { useTypedText } from './use-typed-text.ts'

export interface ConversationPanelProps {
  ticketId: string
  actions: TicketActions
  onClose: () => void
  /** Leads from a closed case to the customer's next one. */
  onOpenCase: (ticketId: string) => void
  /** It opens to be answered: the field has the focus on a phone too. */
  takesFocus?: boolean
}

/** A conversation, docked at the right where there is room, over the whole screen where there is not. */
export function ConversationPanel(props: ConversationPanelProps) {
  const { ticketId, actions, onClose, onOpenCase, takesFocus = false } = props
  const docks = useMediaQuery(`(min-width: ${DOCK_BREAKPOINT_PX}px)`)
  // Where the window is made narrower or wider meanwhile, whoever is writing goes on writing.
  const [place, setPlace] = useState({ docks, isWriting: false })
  if (place.docks !== docks)
    setPlace({ docks, isWriting: document.activeElement instanceof HTMLTextAreaElement })
  // What one writes for stays so as well.
  useEffect(() => () => leaveField(ticketId), [ticketId])
  useTypedText()
  const found = useTicket(ticketId)
  const label = found.ticket ? `แชทกับ ${found.ticket.profile.display_name}` : 'แชท'
  const content = (
    <Conversation
      ticketId={ticketId}
      found={found}
      actions={actions}
      onClose={onClose}
      onOpenCase={onOpenCase}
      isModal={!docks}
      takesFocus={docks || takesFocus || place.isWriting}
    />
  )
  return (
    <>
      {docks ? (
        <Dock label={label} onClose={onClose}>
          {content}
        </Dock>
      ) : (
        <ConversationCover label={label} onClose={onClose}>
          {content}
        </ConversationCover>
      )}
      {found.ticket ? <CustomerSide ticket={found.ticket} onOpenCase={onOpenCase} /> : null}
    </>
  )
}

function leaveField(ticketId: string): void {
  const { editing } = readFieldMode(ticketId)
  if (editing !== null) forgetUnchanged(editing)
  forgetFieldMode(ticketId)
}

interface DockProps {
  label: string
  onClose: () => void
  children: React.ReactNode
}

function Dock({ label, onClose, children }: DockProps) {
  // What was opened last goes first.
  useEscape(() => closeCustomerColumn() || onClose())
  return (
    <aside className={classes.dock} aria-label={label} data-conversation>
      {children}
    </aside>
  )
}

/** What Escape closes before a conversation. */
const NEARER = 'dialog[open], [aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** Escape closes, unless something nearer has taken it or stands above. */
function useEscape(onClose: () => void): void {
  // Looked for before anybody hears the key: a menu that it closes is gone when it comes here.
  const isBehind = useRef(false)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isBehind.current) return
    onClose()
  })
  useEffect(() => {
    const look = () => {
      isBehind.current = document.querySelector(NEARER) !== null
    }
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', look, { capture: true })
    document.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', look, { capture: true })
      document.removeEventListener('keydown', listen)
    }
  }, [])
}
