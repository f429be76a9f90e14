import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button } from 'shared/ui'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import classes from './Composer.module.css'
import { type Draft, writeDraft } from './draft.store.ts'
import { closedText } from './ticket-events.ts'

/** From here on the count is shown. */
const NEAR_LIMIT = TEXT_MAX_UTF16 - 500

export interface ComposerProps {
  ticket: Ticket
  draft: Draft
  actions: TicketActions
  onSend: () => void
  /** The field has the focus as the conversation opens; not on phones, where that brings the keyboard. */
  takesFocus: boolean
}

/** The field to answer in. Ctrl+Enter sends, Enter is a new line; a closed case says so instead. */
export function Composer({ ticket, draft, onSend, takesFocus }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const sending = draft.attempt?.state === 'sending'
  const tooLong = draft.text.length > TEXT_MAX_UTF16
  const canSend = !sending && !tooLong && draft.text.trim() !== ''
  const isOpen = ticket.status === 'OPEN'
  useGrowing(field, draft.text)
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true })
  }, [takesFocus])

  if (!isOpen)
    return (
      <footer className={classes.closed}>
        <IconLock size={18} aria-hidden />
        <div>
          <p className={classes.closedBy}>{closedText(ticket)}</p>
          <p>เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้</p>
        </div>
      </footer>
    )

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // An Enter that ends a composition belongs to the input method; 229 is how older ones say so.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (canSend) onSend()
  }

  return (
    <footer className={classes.composer}>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) onSend()
          field.current?.focus()
        }}
      >
        <textarea
          ref={field}
          className={classes.field}
          aria-label="พิมพ์ข้อความ"
          placeholder="พิมพ์ข้อความ"
          aria-busy={sending}
          aria-invalid={tooLong || undefined}
          rows={1}
          value={draft.text}
          onChange={(event) => writeDraft(ticket.id, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={classes.tools}>
          {draft.text.length >= NEAR_LIMIT ? (
            <span className={classes.count} data-over={tooLong || undefined} role="status">
              {draft.text.length.toLocaleString('en-US')}/{TEXT_MAX_UTF16.toLocaleString('en-US')}
            </span>
          ) : null}
          <span className={classes.hint}>Ctrl + Enter เพื่อส่ง</span>
          <Button type="submit" disabled={!canSend} leftSection={<IconSend size={18} aria-hidden />}>
            {sending ? 'กำลังส่ง...' : 'ส่ง'}
          </Button>
        </div>
      </form>
    </footer>
  )
}

/** Grows with its text where the browser does not do so by itself; the style sheet sets the bound of eight lines. */
function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = text === '' ? '' : `${element.scrollHeight}px`
  }, [field, text])
}
