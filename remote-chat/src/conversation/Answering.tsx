import { useEffect, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, Spinner, showToast, useDeferred } from 'shared/ui'
import { FieldSwitch } from '../notes/FieldSwitch.tsx'
import { chooseFieldMode, forgetFieldMode, useFieldMode } from '../notes/note-mode.store.ts'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'

const noteComposer = deferred(
  async () => (await import(/* webpackChunkName: "notes" */ '../notes/NoteComposer.tsx')).NoteComposer,
)
const closedComposer = deferred(
  async () => (await import(/* webpackChunkName: "closed" */ './ClosedComposer.tsx')).ClosedComposer,
)
const NOT_OPENED = { tone: 'error', text: 'เปิดช่องนี้ไม่สำเร็จ กรุณาเปิดแชทใหม่' } as const
const fetchAhead = () => void noteComposer.load().catch(() => undefined)

interface AnsweringProps {
  ticket: Ticket
  takesFocus: boolean
  onOpenCase: (ticketId: string) => void
}

/** The field below a conversation: for the customer, or for colleagues. A closed case takes notes alone. */
export function Answering({ ticket, takesFocus, onOpenCase }: AnsweringProps) {
  const isOpen = ticket.status === 'OPEN'
  const [wasOpen] = useState(isOpen)
  const mode = useFieldMode(ticket.id)
  const isNote = mode.kind === 'note'
  const NoteComposer = useDeferred(noteComposer, isNote, () => {
    showToast(NOT_OPENED)
    chooseFieldMode(ticket.id, 'answer')
  })
  const ClosedComposer = useDeferred(closedComposer, !isOpen && !isNote, () => showToast(NOT_OPENED))
  useEffect(() => () => forgetFieldMode(ticket.id), [ticket.id])
  return (
    <>
      {/* A server that does not count changes of a case has no notes. */}
      {ticket.version > 0 ? <FieldSwitch ticketId={ticket.id} isOpen={isOpen} onIntent={fetchAhead} /> : null}
      {isOpen && !isNote ? (
        <Composer ticket={ticket} takesFocus={takesFocus || mode.chosen > 0} />
      ) : isNote && NoteComposer !== null ? (
        <NoteComposer key={mode.editing?.id ?? ''} ticket={ticket} mode={mode} />
      ) : !isNote && ClosedComposer !== null ? (
        <ClosedComposer ticket={ticket} takesFocus={wasOpen} onOpenCase={onOpenCase} />
      ) : (
        <div className={classes.fieldPlace}>
          <Spinner />
        </div>
      )}
    </>
  )
}
