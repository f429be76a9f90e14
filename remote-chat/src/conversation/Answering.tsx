import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, deferred, Spinner, useDeferred } from 'shared/ui'
import { useFieldMode } from '../notes/note-mode.store.ts'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'
import { useRetryLater } from './use-retry-later.ts'

/** Before a note is begun, so that a connection that is lost meanwhile keeps nobody from it. */
const composerTools = deferred(() => import(/* webpackChunkName: "tools" */ './composer-tools.ts'))
const closedComposer = deferred(
  async () => (await import(/* webpackChunkName: "closed" */ './ClosedComposer.tsx')).ClosedComposer,
)

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
  // The place of a field that could not be fetched stays empty: another field there would take what was meant for this one.
  const [isMissing, setMissing] = useState(false)
  const miss = () => setMissing(true)
  // Without them one can still write an answer and send it.
  const tools = useDeferred(composerTools, !isMissing, miss)
  const ClosedComposer = useDeferred(closedComposer, !isOpen && !isNote && !isMissing, miss)
  useRetryLater(isMissing, () => setMissing(false))
  return (
    <>
      {/* A server that does not count changes of a case has no notes. */}
      {ticket.version === 0 ? null : tools ? (
        <tools.FieldSwitch ticketId={ticket.id} isOpen={isOpen} />
      ) : (
        <div className={classes.switchPlace} />
      )}
      {isOpen && !isNote ? (
        <Composer ticket={ticket} takesFocus={takesFocus || mode.chosen > 0} tools={tools} />
      ) : isNote && tools ? (
        <tools.NoteComposer key={mode.editing?.id ?? ''} ticket={ticket} mode={mode} />
      ) : !isNote && ClosedComposer !== null ? (
        <ClosedComposer ticket={ticket} takesFocus={wasOpen} onOpenCase={onOpenCase} />
      ) : (
        <div className={classes.fieldPlace}>
          {isMissing ? (
            <>
              <span role="alert">เปิดช่องนี้ไม่สำเร็จ</span>
              <Button variant="tint" onClick={() => setMissing(false)}>
                ลองใหม่
              </Button>
            </>
          ) : (
            <Spinner />
          )}
        </div>
      )}
    </>
  )
}
