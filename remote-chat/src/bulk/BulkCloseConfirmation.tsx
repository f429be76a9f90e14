import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { readDraft } from '../outbox/drafts.store.ts'
import { readOutbox } from '../outbox/outbox.store.ts'
import { canClose, isAssignee, type Viewer } from '../signed-in-user.ts'
import classes from './BulkBar.module.css'

interface BulkCloseConfirmationProps {
  tickets: readonly Ticket[]
  viewer: Viewer | null
}

export function BulkCloseConfirmation({ tickets, viewer }: BulkCloseConfirmationProps) {
  const count = (fits: (ticket: Ticket) => boolean) => tickets.filter(fits).length
  const pending = new Set(readOutbox().map(({ ticketId }) => ticketId))
  const closable = tickets.filter((ticket) => canClose(viewer, ticket))
  const details: [number, string][] = [
    [closable.filter(({ needs_reply }) => needs_reply).length, 'เคสที่ลูกค้ายังรอคำตอบอยู่'],
    [closable.filter((ticket) => !isAssignee(viewer, ticket)).length, 'เคสที่เพื่อนร่วมทีมดูแลอยู่'],
    [count(({ id }) => pending.has(id)), 'เคสที่มีข้อความของคุณซึ่งยังไม่ได้ส่ง'],
    [count(({ id }) => readDraft(id).trim() !== ''), 'เคสที่มีฉบับร่างของคุณ'],
    [tickets.length - closable.length, 'เคสที่ปิดไม่ได้ จะแจ้งเหตุผลหลังดำเนินการ'],
  ]
  return (
    <>
      {details.map(([number, text]) =>
        number === 0 ? null : (
          <p key={text} className={classes.warning}>
            {number} {text}
          </p>
        ),
      )}
      ต้องการปิด {closable.length} เคสที่เลือกใช่หรือไม่ เมื่อปิดแล้วจะส่งข้อความในเคสเหล่านี้ไม่ได้อีก
    </>
  )
}
