import { Link } from 'react-router-dom'
import { MAX_COUNTED_CASES } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Avatar, EmptyState, formatThaiShort, UnreadCount, VipBadge, WaitTime } from 'shared/ui'
import { formatCount } from '../figures/format.ts'
import overview from '../overview/Overview.module.css'
import classes from './OwnCases.module.css'

export interface OwnCasesProps {
  tickets: readonly Ticket[]
  /** How many there are in all; from `MAX_COUNTED_CASES` on there may be more. */
  count: number
}

/** The open cases in which something happened last; each opens in the chat. */
export function OwnCases({ tickets, count }: OwnCasesProps) {
  return (
    <section className={overview.card} aria-labelledby="own-cases">
      <header className={overview.head}>
        <h2 id="own-cases" className={overview.title}>
          เคสที่กำลังดูแล
        </h2>
        {count > tickets.length ? (
          <Link to="/my-tickets" className={classes.all}>
            ดูทั้งหมด {formatCount(count)}
            {count >= MAX_COUNTED_CASES ? '+' : ''} เคส
          </Link>
        ) : null}
      </header>
      {tickets.length === 0 ? (
        <EmptyState
          title="ไม่มีเคสที่กำลังดูแล"
          action={
            <Link to="/chat-queue" className={classes.all}>
              ไปที่คิวแชท
            </Link>
          }
        />
      ) : (
        <ul className={classes.rows}>
          {tickets.map((ticket) => (
            <OwnCase key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OwnCase({ ticket }: { ticket: Ticket }) {
  const { id, profile, customer_id, subject, channel, last_activity_at: at } = ticket
  return (
    <li className={classes.row}>
      <Avatar name={profile.display_name} src={profile.picture_url} seed={customer_id ?? id} size={32} />
      <span className={classes.what}>
        <span className={classes.who}>
          <strong className={classes.name}>{profile.display_name}</strong>
          {profile.is_vip ? <VipBadge /> : null}
          <UnreadCount count={ticket.unread_count} />
        </span>
        <span className={classes.facts}>
          {subject} · {channel.name} · <time dateTime={at}>{formatThaiShort(at)}</time>
        </span>
      </span>
      <span className={classes.wait}>
        {ticket.waiting_since === null ? (
          <span className={classes.facts}>ตอบแล้ว</span>
        ) : (
          <>
            <span className={classes.facts} aria-hidden="true">
              รอ{' '}
            </span>
            <WaitTime since={ticket.waiting_since} />
          </>
        )}
      </span>
      <Link
        to={`/my-ticket/${encodeURIComponent(id)}`}
        className={classes.open}
        aria-label={`เปิดแชท ${profile.display_name}`}
      >
        เปิดแชท
      </Link>
    </li>
  )
}
