import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Slot } from 'shared/extensions'
import { ClippedMarks } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { useIsFieldEmpty } from '../outbox/drafts.store.ts'
import { useOutbox } from '../outbox/outbox.store.ts'
import { useViewer } from '../signed-in-user.ts'
import { replyModeIn } from '../ticket/reply-mode.ts'
import classes from './CloseConfirmation.module.css'
import { CloseSubject } from './CloseSubject.tsx'

export function CloseConfirmation({ ticket: requestedTicket }: { ticket: Ticket }) {
  const cache = useChatCache()
  const viewer = useViewer()
  const isUnsent = useOutbox(requestedTicket.id).length > 0
  const isDraft = !useIsFieldEmpty(requestedTicket.id)
  // A reply may have been sent, or a message received, since the row was rendered.
  const ticket = cache.tickets.get(requestedTicket.id) ?? requestedTicket
  const { otherAssignee } = replyModeIn(ticket, viewer)
  const warnings = [
    ticket.needs_reply && 'ลูกค้ายังรอคำตอบอยู่ เมื่อปิดแล้วเคสจะออกจากคิวโดยไม่ได้ตอบ',
    otherAssignee !== null && `เคสนี้ ${staffLabel(otherAssignee)} ดูแลอยู่`,
    isUnsent && 'มีข้อความของคุณที่ยังไม่ได้ส่งในเคสนี้ เมื่อปิดแล้วจะส่งไม่ได้',
    isDraft && 'มีฉบับร่างของคุณในเคสนี้ เมื่อปิดแล้วจะส่งไม่ได้',
  ].filter((each) => each !== false)
  return (
    <>
      {warnings.map((text) => (
        <p key={text} className={classes.warning}>
          {text}
        </p>
      ))}
      ต้องการปิดเคสของ{' '}
      <strong>
        <ClippedMarks text={ticket.profile.display_name} />
      </strong>{' '}
      ใช่หรือไม่ เมื่อปิดแล้วจะส่งข้อความในเคสนี้ไม่ได้อีก
      <CloseSubject ticket={ticket} />
      <Slot name="ticket-closing" context={{ ticketId: ticket.id }} />
    </>
  )
}
