import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { notifyTyping } from 'shared/realtime'
import { Button, ConfirmDialog, TextArea } from 'shared/ui'
import { isSendKey } from 'shared/ui/keyboard-events.ts'
import { useChatCache } from '../cache/chat-cache.ts'
import { useEditCount, writeDraft } from '../outbox/drafts.store.ts'
import { sendDraft } from '../outbox/send-messages.ts'
import { useDraftField } from '../outbox/use-draft-field.ts'
import { isAssignee, useViewer } from '../signed-in-user.ts'
import fieldBox from '../ticket/field-box.module.css'
import { leaveFieldOnEscape } from '../ticket/leave-field-on-escape.ts'
import notice from '../ticket/notice.module.css'
import classes from './Composer.module.css'

const BLOCKED_TEXT = 'ลูกค้าบล็อกบัญชีนี้อยู่ ข้อความที่ส่งจะไม่ถึงลูกค้า'

export interface ComposerProps {
  ticket: Ticket
  /** True to focus the field on opening; on phones, where this opens the keyboard, only if the user wants to reply. */
  focusOnOpen: boolean
  tools: typeof import('./lazy-composer-parts.ts') | null
}

/** The text is stored in the field itself (`useDraftField`), so typing does not re-render this component. */
export const Composer = memo(function Composer({ ticket, focusOnOpen, tools }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const cache = useChatCache()
  const viewer = useViewer()
  const [isConfirming, setConfirming] = useState(false)
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null)
  const assignee = ticket.assigned_to
  const action = assignee === null ? 'ตอบและรับเคส' : 'ส่ง'
  const hint = `Ctrl + Enter เพื่อ${action}`
  const isMine = isAssignee(viewer, ticket)
  // A customer who has blocked the channel sees no typing indicator.
  const isBlocked = ticket.profile.friendship === 'blocked'
  const hasOtherAssignee = assignee !== null && viewer !== null && !isMine
  // Closes the confirmation when no colleague has the ticket, so that it does not reopen for the next assignee.
  if (isConfirming && !hasOtherAssignee) setConfirming(false)
  const fill = useDraftField(field, ticket.id)
  const tooLong = fill === 'too-long'
  const canSend = fill === 'some' || fill === 'near'
  useFocus(field, focusOnOpen, isMine)
  useEditFocus(field, ticket.id)

  function send(): void {
    if (!canSend) return
    if (hasOtherAssignee) setConfirming(true)
    else void sendDraft(cache, ticket.id, assignee === null)
  }

  function sendConfirmed(): void {
    setConfirming(false)
    void sendDraft(cache, ticket.id, false)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (leaveFieldOnEscape(event) || !isSendKey(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  return (
    <footer className={classes.composer}>
      {hasOtherAssignee ? (
        <p className={classes.assignee}>
          <span>เคสนี้ {staffLabel(assignee)} ดูแลอยู่</span>
          {tools ? <tools.TakeOverButton ticket={ticket} /> : null}
        </p>
      ) : null}
      {isBlocked ? (
        <p className={notice.notice} role="status">
          {BLOCKED_TEXT}
        </p>
      ) : tools ? (
        <tools.QuotaNotice channelKey={ticket.channel.key} />
      ) : null}
      <div className={classes.suggestions}>
        {tools ? <tools.SuggestionBar ticket={ticket} field={field} tools={toolSlot} /> : null}
      </div>
      <form
        className={fieldBox.box}
        onSubmit={(event) => {
          event.preventDefault()
          field.current?.focus()
          send()
        }}
      >
        <TextArea
          ref={field}
          data-composer
          // The modal dialog focuses this element on opening.
          data-autofocus={focusOnOpen || undefined}
          frameless={fieldBox.field}
          aria-label="พิมพ์ข้อความ"
          aria-description={isBlocked ? `${BLOCKED_TEXT} ${hint}` : hint}
          placeholder="พิมพ์ข้อความ"
          aria-invalid={tooLong || undefined}
          rows={1}
          onChange={(event) => {
            writeDraft(ticket.id, event.currentTarget.value)
            if (!isBlocked) notifyTyping(ticket.id)
          }}
          onKeyDown={onKeyDown}
        />
        <div className={fieldBox.tools}>
          <span className={classes.attach}>
            {tools ? <tools.AttachImages ticket={ticket} field={field} /> : null}
            <span ref={setToolSlot} className={classes.more} />
          </span>
          {tools && (fill === 'near' || tooLong) ? <tools.CharacterCount draftId={ticket.id} /> : null}
          <span className={fieldBox.hint}>
            <span>Ctrl + Enter</span>
            <span> เพื่อ{action}</span>
          </span>
          <Button
            type="submit"
            disabled={!canSend}
            aria-keyshortcuts="Control+Enter"
            title={`${action} (Ctrl + Enter)`}
            leftSection={<IconSend size={18} aria-hidden />}
          >
            {action}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isConfirming}
        title="ตอบเคสของเพื่อนร่วมทีม"
        confirmLabel="ตอบแทนครั้งนี้"
        onConfirm={sendConfirmed}
        onCancel={() => setConfirming(false)}
      >
        เคสนี้ <strong>{assignee && staffLabel(assignee)}</strong> ดูแลอยู่ หากตอบแทน เคสจะยังเป็นของ{' '}
        {assignee && staffLabel(assignee)}
        {tools ? <tools.TakeOverChoice ticket={ticket} /> : null}
      </ConfirmDialog>
    </footer>
  )
})

function useFocus(
  field: React.RefObject<HTMLTextAreaElement | null>,
  focusOnOpen: boolean,
  isMine: boolean,
): void {
  const wasMine = useRef(isMine)
  useEffect(() => {
    if (focusOnOpen || (isMine && !wasMine.current)) field.current?.focus({ preventScroll: true })
    wasMine.current = isMine
  }, [field, focusOnOpen, isMine])
}

function useEditFocus(field: React.RefObject<HTMLTextAreaElement | null>, ticketId: string): void {
  const count = useEditCount(ticketId)
  const seen = useRef(count)
  useEffect(() => {
    if (seen.current === count) return
    seen.current = count
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [field, count])
}
