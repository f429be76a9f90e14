import { Link } from 'react-router-dom'
import { MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Avatar, EmptyState, formatThaiShort, UnreadCount, VipBadge, WaitTime } from 'shared/ui'
import { ListRow, ListRowName, ListRowText } from 'shared/ui/ListRow/ListRow.tsx'
import records from 'shared/ui/records/records.module.css'
import { formatCount } from '../metrics/format-metric.ts'
import table from '../metrics/MetricTable.module.css'
import overview from '../overview/Overview.module.css'
import { useIsNarrow } from '../use-breakpoints.ts'
import classes from './OwnTickets.module.css'
import { useFrozenRows } from './use-frozen-rows.ts'

export interface OwnTicketsProps {
  tickets: readonly Ticket[]
  /** Number of tickets, at most `MAX_COUNTED_TICKETS`. */
  count: number
}

export function OwnTickets({ tickets, count }: OwnTicketsProps) {
  const isNarrow = useIsNarrow()
  const { rows, freezeHandlers } = useFrozenRows(tickets)
  return (
    <section className={overview.card} aria-labelledby="own-tickets">
      <header className={overview.head}>
        <h2 id="own-tickets" className={overview.title}>
          เคสที่กำลังดูแล
        </h2>
        {count > tickets.length ? (
          <Link to="/my-tickets" className={classes.all}>
            ดูทั้งหมด {formatCount(count)}
            {count >= MAX_COUNTED_TICKETS ? '+' : ''} เคส
          </Link>
        ) : null}
      </header>
      {rows.length === 0 ? (
        <EmptyState
          title="ไม่มีเคสที่กำลังดูแล"
          action={
            <Link to="/chat-queue" className={classes.all}>
              ไปที่คิวแชท
            </Link>
          }
        />
      ) : isNarrow ? (
        <ul className={classes.rows} {...freezeHandlers}>
          {rows.map((ticket) => (
            <OwnTicket key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      ) : (
        <TicketsTable tickets={rows} freezeHandlers={freezeHandlers} />
      )}
    </section>
  )
}

interface TicketsTableProps extends Pick<OwnTicketsProps, 'tickets'> {
  freezeHandlers: ReturnType<typeof useFrozenRows>['freezeHandlers']
}

function TicketsTable({ tickets, freezeHandlers }: TicketsTableProps) {
  return (
    <table className={table.table} aria-labelledby="own-tickets">
      <thead>
        <tr>
          <th scope="col">ลูกค้า</th>
          <th scope="col">ประเภทปัญหา</th>
          <th scope="col">บัญชี OA</th>
          <th scope="col">ล่าสุด</th>
          <th scope="col" className={table.number}>
            เวลารอ <span className={table.unit}>นาที:วินาที</span>
          </th>
          <th scope="col" className={table.number}>
            จัดการ
          </th>
        </tr>
      </thead>
      <tbody {...freezeHandlers}>
        {tickets.map((ticket) => (
          <tr key={ticket.id} className={classes.tableRow}>
            <th scope="row">
              <span className={classes.customer}>
                <CustomerAvatar ticket={ticket} />
                <CustomerName ticket={ticket} />
              </span>
            </th>
            <td>{ticket.subject}</td>
            <td>{ticket.channel.name}</td>
            <td>
              <time dateTime={ticket.last_activity_at}>{formatThaiShort(ticket.last_activity_at)}</time>
            </td>
            <td className={table.number}>
              <TicketWait ticket={ticket} />
            </td>
            <td className={table.number}>
              <OpenChat ticket={ticket} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface TicketProps {
  ticket: Ticket
}

function OwnTicket({ ticket }: TicketProps) {
  const { subject, channel, last_activity_at: at } = ticket
  return (
    <ListRow className={classes.row}>
      <CustomerAvatar ticket={ticket} />
      <ListRowText className={classes.what}>
        <CustomerName ticket={ticket} />
        <span className={classes.details}>
          {subject} · {channel.name} · <time dateTime={at}>{formatThaiShort(at)}</time>
        </span>
      </ListRowText>
      <span className={classes.wait}>
        {ticket.waiting_since && (
          <span className={classes.details} aria-hidden="true">
            {'รอ (นาที:วินาที) '}
          </span>
        )}
        <TicketWait ticket={ticket} />
      </span>
      <OpenChat ticket={ticket} />
    </ListRow>
  )
}

const CustomerAvatar = ({ ticket: { id, profile, customer_id } }: TicketProps) => (
  <Avatar name={profile.display_name} src={profile.picture_url} seed={customer_id ?? id} size={32} />
)

const CustomerName = ({ ticket: { profile, unread_count } }: TicketProps) => (
  <ListRowName name={profile.display_name}>
    {profile.is_vip ? <VipBadge /> : null}
    <UnreadCount count={unread_count} />
  </ListRowName>
)

const TicketWait = ({ ticket: { waiting_since: since } }: TicketProps) =>
  since === null ? <span className={classes.details}>ตอบแล้ว</span> : <WaitTime since={since} />

const OpenChat = ({ ticket: { id, profile } }: TicketProps) => (
  <Link
    to={`/my-ticket/${encodeURIComponent(id)}`}
    className={`${records.opener} ${classes.open}`}
    aria-label={`เปิดแชท ${profile.display_name}`}
  >
    เปิดแชท
  </Link>
)
