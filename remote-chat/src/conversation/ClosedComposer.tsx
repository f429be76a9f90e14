import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useLayoutEffect, useRef } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Slot } from 'shared/extensions'
import { Button, showToast } from 'shared/ui'
import { moveDraft, useDraft } from '../outbox/drafts.store.ts'
import classes from './Composer.module.css'
import { closedText } from './timeline-events-of-ticket.ts'
import { useNextTicket } from './use-next-ticket.ts'

export interface ClosedComposerProps {
  ticket: Ticket
  /** True when the ticket was closed while the page showed it: the focus moves from the removed field to this text. */
  focusOnOpen: boolean
  onOpenTicket: (ticketId: string) => void
}

export function ClosedComposer({ ticket, focusOnOpen, onOpenTicket }: ClosedComposerProps) {
  const nextTicket = useNextTicket(ticket)
  const words = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The document's body has the focus when the focused field was just removed.
    if (focusOnOpen && document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [focusOnOpen])
  function goTo(ticketId: string): void {
    moveDraft(ticket.id, ticketId)
    onOpenTicket(ticketId)
  }
  return (
    <footer ref={words} tabIndex={-1} className={classes.closed}>
      {nextTicket === null ? null : (
        <div className={classes.next}>
          <span>ลูกค้าเปิดเคสใหม่</span>
          <Button size="sm" onClick={() => goTo(nextTicket)}>
            ไปที่เคส
          </Button>
        </div>
      )}
      <div className={classes.note}>
        <IconLock size={18} aria-hidden />
        <div>
          <p className={classes.closedBy}>{closedText(ticket)}</p>
          <p>เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้</p>
        </div>
      </div>
      <Slot name="ticket-closing" context={{ ticketId: ticket.id }} />
      <UnsentDraft ticketId={ticket.id} />
    </footer>
  )
}

function UnsentDraft({ ticketId }: { ticketId: string }) {
  const draft = useDraft(ticketId)
  const words = useRef<HTMLParagraphElement>(null)
  if (draft === '') return null

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(draft)
      showToast({ tone: 'success', text: 'คัดลอกข้อความแล้ว' })
    } catch (error) {
      // The clipboard needs https and permission; without them, selects the text for Ctrl+C.
      console.warn('the draft could not be copied', error)
      if (words.current) getSelection()?.selectAllChildren(words.current)
      showToast({ tone: 'info', text: 'กด Ctrl + C เพื่อคัดลอกข้อความที่เลือกไว้' })
    }
  }

  return (
    <section className={classes.draft} aria-label="ร่างที่ยังไม่ได้ส่ง">
      <div className={classes.draftHead}>
        <span>ร่างที่ยังไม่ได้ส่ง</span>
        <Button
          size="sm"
          variant="outline"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          คัดลอก
        </Button>
      </div>
      <p ref={words} className={classes.draftText}>
        {draft}
      </p>
    </section>
  )
}
