import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip, formatDuration, formatThaiDateTime } from 'shared/ui'
import { ListRow, ListRowName, ListRowText } from 'shared/ui/ListRow/ListRow.tsx'
import classes from '../metric-tickets/TicketsDialog.module.css'
import { TicketsDialog } from '../metric-tickets/TicketsDialog.tsx'
import { ticketAddress } from '../metric-tickets/ticket-address.ts'
import { customerTicketsQuery } from './customers.queries.ts'

export interface CustomerTicketsDialogProps {
  customer: string
  /** Name of the customer; null when the customer is not on the loaded page. */
  name: string | null
  onClose: () => void
}

export function CustomerTicketsDialog({ customer, name, onClose }: CustomerTicketsDialogProps) {
  const list = useInfiniteQuery(customerTicketsQuery(customer))
  const tickets = list.data?.pages.flatMap(({ items }) => items)
  return (
    <TicketsDialog
      title={`เคสของ ${name ?? tickets?.[0]?.profile.display_name ?? 'ลูกค้า'}`}
      list={list}
      rows={tickets?.map((each) => <CustomerTicket key={each.id} ticket={each} />) ?? null}
      empty="ลูกค้ารายนี้ยังไม่มีเคส"
      missing="ไม่พบเคสของลูกค้ารายนี้บนเซิร์ฟเวอร์นี้"
      onClose={onClose}
    />
  )
}

function CustomerTicket({ ticket }: { ticket: Ticket }) {
  const {
    id,
    subject,
    status,
    channel,
    opened_at: openedAt,
    assigned_to: assignee,
    closed_by: closer,
  } = ticket
  const isOpen = status === 'OPEN'
  const staffMember = isOpen ? assignee : closer
  const isNew = isOpen && assignee === null
  return (
    <li>
      <ListRow component={Link} to={ticketAddress(id)} className={classes.row}>
        <ListRowText>
          <ListRowName name={subject}>
            <Chip tone={isNew ? 'new' : isOpen ? 'care' : 'closed'}>
              {isNew ? 'ใหม่' : isOpen ? 'กำลังดูแล' : 'ปิดแล้ว'}
            </Chip>
          </ListRowName>
          <span className={classes.details}>
            {[
              channel.name,
              ...(staffMember ? [`${isOpen ? 'ดูแล' : 'ปิด'}โดย ${staffLabel(staffMember)}`] : []),
            ].join(' · ')}
          </span>
          <span className={classes.details}>
            เปิดเมื่อ <time dateTime={openedAt}>{formatThaiDateTime(openedAt)}</time>
          </span>
        </ListRowText>
        {ticket.metrics.resolution_secs === null ? null : (
          <span className={classes.value}>ปิดใน {formatDuration(ticket.metrics.resolution_secs)}</span>
        )}
      </ListRow>
    </li>
  )
}
