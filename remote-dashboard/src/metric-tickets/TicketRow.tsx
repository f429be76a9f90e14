import { Link } from 'react-router-dom'
import type { MetricTicket } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, Chip, formatDuration, formatThaiDateTime, VipBadge } from 'shared/ui'
import { ListRow, ListRowName, ListRowText } from 'shared/ui/ListRow/ListRow.tsx'
import type { OpenedMetric } from '../address/dashboard-address.ts'
import { formatCount } from '../metrics/format-metric.ts'
import { isOfMessages, TICKETS_TIMES } from '../metrics/metric-texts.ts'
import classes from './TicketsDialog.module.css'
import { ticketAddress } from './ticket-address.ts'

export interface TicketRowProps {
  item: MetricTicket
  metric: OpenedMetric
  /** Name of the customer, followed by the end of the id when several customers in the list have the same name. */
  customerName: string
  withAgent: boolean
}

export function TicketRow({ item, metric, customerName, withAgent }: TicketRowProps) {
  const { ticket_id: id, status, subject, channel, customer, agent, at, count, secs } = item
  const details = [subject, channel.name, ...(withAgent && agent !== null ? [staffLabel(agent)] : [])]
  return (
    <li>
      <ListRow component={Link} to={ticketAddress(id)} className={classes.row}>
        <Avatar name={customer.display_name} src={customer.picture_url} seed={customer.id} size={32} />
        <ListRowText>
          <ListRowName name={customerName}>
            {customer.is_vip ? <VipBadge /> : null}
            <Chip tone={status === 'OPEN' ? 'care' : 'closed'}>
              {status === 'OPEN' ? 'กำลังดูแล' : 'ปิดแล้ว'}
            </Chip>
          </ListRowName>
          <span className={classes.details}>{details.join(' · ')}</span>
          <span className={classes.details}>
            <time dateTime={at}>{formatThaiDateTime(at)}</time>
          </span>
        </ListRowText>
        {secs === null ? null : (
          <span className={classes.value}>
            <span className={classes.details}>{TICKETS_TIMES[metric]} </span>
            {formatDuration(secs)}
          </span>
        )}
        {isOfMessages(metric) ? <span className={classes.value}>{formatCount(count)} ข้อความ</span> : null}
      </ListRow>
    </li>
  )
}
