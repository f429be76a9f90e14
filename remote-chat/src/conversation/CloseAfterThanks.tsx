import IconMoodSmile from '@tabler/icons-react/dist/esm/icons/IconMoodSmile.mjs'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button } from 'shared/ui'
import { useOutbox } from '../outbox/outbox.store.ts'
import { useIsFieldEmpty } from '../outbox/pending.store.ts'
import { endsWithThankYou } from '../ticket/thank-you.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { isAssignee, useViewer } from '../viewer.ts'
import classes from './CloseAfterThanks.module.css'

interface CloseAfterThanksProps {
  ticket: Ticket
  actions: TicketActions
}

export function CloseAfterThanks({ ticket, actions }: CloseAfterThanksProps) {
  const viewer = useViewer()
  const hasPendingMessages = useOutbox(ticket.id).length > 0
  const isFieldEmpty = useIsFieldEmpty(ticket.id)
  const isOwn = ticket.assigned_to === null || isAssignee(viewer, ticket)
  if (!isOwn || hasPendingMessages || !isFieldEmpty || !endsWithThankYou(ticket)) return null
  return (
    <p className={classes.offer}>
      <IconMoodSmile size={20} aria-hidden />
      <span className={classes.words}>ลูกค้าเพียงขอบคุณ ไม่ได้ถามอะไรต่อ</span>
      <Button
        size="sm"
        variant="tint"
        loading={actions.busy(ticket.id) !== null}
        onClick={() => actions.closeAtOnce(ticket)}
      >
        {ticket.assigned_to === null ? 'รับและปิดเคส' : 'ปิดเคสเลย'}
      </Button>
    </p>
  )
}
