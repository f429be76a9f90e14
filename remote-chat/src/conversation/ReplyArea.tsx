import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, deferred, Spinner, useDeferred } from 'shared/ui'
import { useFieldMode } from '../notes/note-mode.store.ts'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'
import { useRetryLater } from './use-retry-later.ts'

/** The note field is loaded with the conversation, so that notes can be written even if the connection is lost. */
const composerTools = deferred(() => import(/* webpackChunkName: "tools" */ './lazy-composer-parts.ts'))
const closedComposer = deferred(
  async () => (await import(/* webpackChunkName: "closed" */ './ClosedComposer.tsx')).ClosedComposer,
)

interface ReplyAreaProps {
  ticket: Ticket
  focusOnOpen: boolean
  onOpenTicket: (ticketId: string) => void
}

export function ReplyArea({ ticket, focusOnOpen, onOpenTicket }: ReplyAreaProps) {
  const isOpen = ticket.status === 'OPEN'
  const [wasOpen] = useState(isOpen)
  const mode = useFieldMode(ticket.id)
  const isNote = mode.kind === 'note'
  // When a field's code fails to load, no other field is shown, so that the user does not type into the wrong field.
  const [isMissing, setMissing] = useState(false)
  const miss = () => setMissing(true)
  // Tabs, suggestions and attachments are optional: a reply can be written and sent without them.
  const tools = useDeferred(composerTools, !isMissing, miss)
  const ClosedComposer = useDeferred(closedComposer, !isOpen && !isNote && !isMissing, miss)
  useRetryLater(isMissing, () => setMissing(false))
  return (
    <>
      {/* A server without ticket versions has no notes. */}
      {ticket.version === 0 ? null : tools ? (
        <tools.ReplyOrNoteTabs ticketId={ticket.id} isOpen={isOpen} />
      ) : (
        <div className={classes.switchPlaceholder} />
      )}
      {isOpen && !isNote ? (
        <Composer ticket={ticket} focusOnOpen={focusOnOpen || mode.chosen > 0} tools={tools} />
      ) : isNote && tools ? (
        <tools.NoteComposer key={mode.editing?.id ?? ''} ticket={ticket} mode={mode} />
      ) : !isNote && ClosedComposer !== null ? (
        <ClosedComposer ticket={ticket} focusOnOpen={wasOpen} onOpenTicket={onOpenTicket} />
      ) : (
        <div className={classes.fieldPlaceholder}>
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
