import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText, hasErrorCode, noteCalls } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { useRealtimeEvents } from 'shared/realtime'
import { Button, TextArea } from 'shared/ui'
import { isSendKey } from 'shared/ui/keys.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { LengthCount } from '../outbox/LengthCount.tsx'
import { clientIdOfDraft, readDraft, writeDraft } from '../outbox/unsent.store.ts'
import { useDraftField } from '../outbox/use-draft-field.ts'
import { colleaguesQuery } from '../ticket/colleagues-query.ts'
import fieldBox from '../ticket/field-box.module.css'
import { MentionSearch } from './MentionSearch.tsx'
import { namedIn } from './mention-words.ts'
import classes from './Notes.module.css'
import { caseNoteDraft, stopEditing } from './note-drafts.ts'
import { chooseFieldMode, type FieldMode } from './note-mode.store.ts'

export interface NoteComposerProps {
  ticket: Ticket
  mode: FieldMode
}

interface Failure {
  words: string
  /** What could not be saved. */
  text: string
  /** There was no connection. */
  isAway: boolean
}

const GOES_LATER = 'ยังไม่ได้บันทึก เปิดเคสนี้ไว้ โน้ตจะบันทึกเองเมื่อเชื่อมต่อได้'

/** The field for internal notes: another colour, a draft of its own, and nothing that could send anything to the customer. */
export function NoteComposer({ ticket, mode: { editing, chosen } }: NoteComposerProps) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const picked = useRef(new Set<string>())
  const draftId = caseNoteDraft(ticket.id, editing)
  const fill = useDraftField(field, draftId)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const colleagues = colleaguesQuery(ticket.channel.key)
  const tooLong = fill === 'too-long'
  const canSave = (fill === 'some' || fill === 'near') && !busy

  useEffect(() => {
    if (chosen === 0) return
    const element = field.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [chosen])

  async function save(): Promise<void> {
    if (!canSave) return
    const text = readDraft(draftId)
    const cache = chatCacheOf(client)
    setBusy(true)
    setFailure(null)
    try {
      // Nobody is named by a name that is not known to be a colleague's.
      const known = text.includes('@') ? await client.ensureQueryData(colleagues) : []
      const mentions = namedIn(text, [...known, ...leftOver(editing, known)], picked.current)
      const calls = await noteCalls()
      const line =
        editing === null
          ? await calls.postNote(ticket.id, { text, mentions, client_id: clientIdOfDraft(draftId) })
          : await calls.putNote(editing.id, { text, mentions })
      if (!cache.messages.applyLine(line)) cache.catchUp(ticket.id)
      picked.current.clear()
      writeDraft(draftId, '')
      chooseFieldMode(ticket.id, 'note')
    } catch (error) {
      const isAway = hasErrorCode(error, 'network', 'timeout') || !navigator.onLine
      setFailure({ words: isAway ? GOES_LATER : failureOf(error), text, isAway })
    } finally {
      setBusy(false)
    }
  }

  // Back again, what was to be saved is saved under its id, unless it is being changed.
  const isAway = failure?.isAway === true
  const onBack = useEffectEvent(() => {
    if (failure?.text === readDraft(draftId)) void save()
    else setFailure(null)
  })
  useRealtimeEvents(({ type }) => {
    if (type === 'resync' && isAway) onBack()
  })
  useEffect(() => {
    if (!isAway) return
    const listen = () => onBack()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [isAway])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!isSendKey(event.nativeEvent)) return
    event.preventDefault()
    void save()
  }

  const action = editing === null ? 'บันทึกโน้ต' : 'บันทึกการแก้ไข'
  return (
    <footer className={classes.composer}>
      {failure === null ? null : (
        <p role="alert" className={classes.failure}>
          {failure.words}
        </p>
      )}
      <form
        className={fieldBox.box}
        onSubmit={(event) => {
          event.preventDefault()
          field.current?.focus()
          void save()
        }}
      >
        <p className={classes.for}>
          <IconLock size={16} aria-hidden />
          {editing === null ? 'โน้ตภายใน ลูกค้าไม่เห็น' : 'แก้ไขโน้ตภายใน ลูกค้าไม่เห็น'}
        </p>
        <TextArea
          ref={field}
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
            <LengthCount draftId={draftId} tooLongWords="ยาวเกินกว่าที่บันทึกได้" />
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

/** Who is named already and may not work in the account any more: their names stay names. */
function leftOver(editing: FieldMode['editing'], known: readonly { id: string }[]) {
  return (editing?.note?.mentions ?? []).filter(({ id }) => known.every((each) => each.id !== id))
}

function failureOf(error: unknown): string {
  if (hasErrorCode(error, 'not_found')) return 'บันทึกโน้ตไม่สำเร็จ: ไม่มีโน้ตนี้แล้ว หรือเซิร์ฟเวอร์นี้ยังไม่รองรับโน้ตภายใน'
  return `บันทึกโน้ตไม่สำเร็จ: ${errorText(error)}`
}
