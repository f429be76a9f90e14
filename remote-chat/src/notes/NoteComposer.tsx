import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, TextArea } from 'shared/ui'
import { isComposing, isSendKey } from 'shared/ui/keyboard-events.ts'
import { CharacterCount } from '../outbox/CharacterCount.tsx'
import { writeDraft } from '../outbox/drafts.store.ts'
import { useDraftField } from '../outbox/use-draft-field.ts'
import fieldBox from '../ticket/field-box.module.css'
import { leaveFieldOnEscape } from '../ticket/leave-field-on-escape.ts'
import notice from '../ticket/notice.module.css'
import { MentionSearch } from './MentionSearch.tsx'
import classes from './Notes.module.css'
import { leaveEditing, stopEditing, ticketNoteDraft } from './note-drafts.ts'
import type { FieldMode } from './note-mode.store.ts'
import { saveNote, useNoteSaving } from './save-note.ts'

export interface NoteComposerProps {
  ticket: Ticket
  mode: FieldMode
}

export function NoteComposer({ ticket, mode: { editing, chosen } }: NoteComposerProps) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const picked = useRef(new Set<string>())
  const draftId = ticketNoteDraft(ticket.id, editing)
  const fill = useDraftField(field, draftId)
  const { busy, failure } = useNoteSaving(draftId)
  const tooLong = fill === 'too-long'
  const canSave = (fill === 'some' || fill === 'near') && !busy

  useEffect(() => {
    if (chosen === 0) return
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [chosen])

  function save(): void {
    if (canSave) void saveNote({ client, ticket, editing, picked: picked.current })
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isCancelKey = event.key === 'Escape' && editing !== null && !busy
    if (!isCancelKey && leaveFieldOnEscape(event)) return
    if (
      event.defaultPrevented ||
      isComposing(event.nativeEvent) ||
      !(isCancelKey || isSendKey(event.nativeEvent))
    )
      return
    event.preventDefault()
    if (isCancelKey) leaveEditing(editing)
    else save()
  }

  const action = editing === null ? 'บันทึกโน้ต' : 'บันทึกการแก้ไข'
  return (
    <footer className={classes.composer} data-note-composer>
      {failure === null ? null : (
        <p role="alert" className={notice.notice} data-failure>
          {failure}
        </p>
      )}
      <form
        className={fieldBox.box}
        onSubmit={(event) => {
          event.preventDefault()
          field.current?.focus()
          save()
        }}
      >
        <p className={classes.for}>
          <IconLock size={16} aria-hidden />
          {editing === null ? 'โน้ตภายใน ลูกค้าไม่เห็น' : 'แก้ไขโน้ตภายใน ลูกค้าไม่เห็น'}
        </p>
        <TextArea
          ref={field}
          data-composer
          // The modal dialog focuses this element on opening.
          data-autofocus={chosen > 0 || undefined}
          frameless={fieldBox.field}
          aria-label="เขียนโน้ตภายใน"
          aria-description={`ลูกค้าไม่เห็น พิมพ์ @ เพื่อกล่าวถึงเพื่อนร่วมทีม Ctrl + Enter เพื่อ${action}`}
          placeholder="เขียนโน้ตถึงเพื่อนร่วมทีม พิมพ์ @ เพื่อกล่าวถึง"
          aria-invalid={tooLong || undefined}
          rows={1}
          readOnly={busy}
          onChange={(event) => writeDraft(draftId, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className={fieldBox.tools}>
          {fill === 'near' || tooLong ? (
            <CharacterCount draftId={draftId} tooLongTexts="ยาวเกินกว่าที่บันทึกได้" />
          ) : null}
          <span className={fieldBox.hint}>
            <span>Ctrl + Enter</span>
            <span> เพื่อ{action}</span>
          </span>
          {editing === null ? null : (
            <Button variant="outline" disabled={busy} onClick={() => stopEditing(editing)}>
              ยกเลิก
            </Button>
          )}
          <Button type="submit" className={classes.save} loading={busy} disabled={!canSave && !busy}>
            {action}
          </Button>
        </div>
        <MentionSearch field={field} draftId={draftId} channelKey={ticket.channel.key} picked={picked} />
      </form>
    </footer>
  )
}
