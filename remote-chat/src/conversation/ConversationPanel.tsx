import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DOCK_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { useMediaQuery } from 'shared/ui'
import { CustomerPanelLayout } from '../customer/CustomerPanelLayout.tsx'
import { closeCustomerColumn } from '../customer/customer-panel.store.ts'
import { forgetUnchanged } from '../notes/note-drafts.ts'
import { forgetFieldMode, readFieldMode } from '../notes/note-mode.store.ts'
import { Conversation, type ConversationProps } from './Conversation.tsx'
import classes from './ConversationPanel.module.css'
import { FullScreenConversation, type FullScreenConversationProps } from './FullScreenConversation.tsx'
import { useTicket } from './use-ticket.ts'
import { useTypeIntoComposer } from './use-type-into-composer.ts'

export interface ConversationPanelProps extends Omit<ConversationProps, 'found' | 'isModal' | 'focusOnOpen'> {
  /** True to focus the reply field on phones as well. */
  focusOnOpen?: boolean
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { ticketId, onClose, onOpenTicket, focusOnOpen = false } = props
  const docks = useMediaQuery(`(min-width: ${DOCK_BREAKPOINT_PX}px)`)
  // Crossing the breakpoint remounts the conversation; a field that had the focus gets it again.
  const [layout, setLayout] = useState({ docks, isWriting: false })
  if (layout.docks !== docks)
    setLayout({ docks, isWriting: document.activeElement instanceof HTMLTextAreaElement })
  useEffect(() => () => leaveField(ticketId), [ticketId])
  useTypeIntoComposer()
  const found = useTicket(ticketId)
  const label = found.ticket ? `แชทกับ ${found.ticket.profile.display_name}` : 'แชท'
  const Frame = docks ? Dock : FullScreenConversation
  return (
    <>
      <Frame label={label} onClose={onClose}>
        <Conversation
          {...props}
          found={found}
          isModal={!docks}
          focusOnOpen={docks || focusOnOpen || layout.isWriting}
        />
      </Frame>
      {found.ticket ? <CustomerPanelLayout ticket={found.ticket} onOpenTicket={onOpenTicket} /> : null}
    </>
  )
}

function leaveField(ticketId: string): void {
  const { editing } = readFieldMode(ticketId)
  if (editing !== null) forgetUnchanged(editing)
  forgetFieldMode(ticketId)
}

function Dock({ label, onClose, children }: FullScreenConversationProps) {
  // Escape closes the customer column first, because it was opened last.
  useEscape(() => closeCustomerColumn() || onClose())
  return (
    <aside className={classes.dock} aria-label={label} data-conversation>
      {children}
    </aside>
  )
}

const OVERLAYS = 'dialog[open], [aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"]'

function useEscape(onClose: () => void): void {
  // Looks for open menus in the capture phase, because Escape may close them before `onKeyDown` runs.
  const isBehind = useRef(false)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isBehind.current) return
    onClose()
  })
  useEffect(() => {
    const check = () => {
      isBehind.current = document.querySelector(OVERLAYS) !== null
    }
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    const controller = new AbortController()
    window.addEventListener('keydown', check, { capture: true, signal: controller.signal })
    document.addEventListener('keydown', listen, { signal: controller.signal })
    return () => controller.abort()
  }, [])
}
