import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip, Skeleton, UnreadCount, WaitBar, WaitTime } from 'shared/ui'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import { AcceptButton } from '../ticket/ticket-actions.tsx'
import { waitingSince } from '../ticket/ticket-words.ts'
import classes from './TicketCards.module.css'
import { Care, Contact } from './TicketCells.tsx'
import type { TicketTableProps } from './TicketTable.tsx'

type TicketCardsProps = Omit<TicketTableProps, 'columns' | 'viewer'>

/** The queue where a table does not fit: a card for each ticket, opened by a touch anywhere on it. */
export function TicketCards({ label, rows, selectedId, actions, onOpen, own = false }: TicketCardsProps) {
  return (
    <ul className={classes.list} aria-label={label} aria-busy={rows === null}>
      {rows === null
        ? SKELETON_CARDS.map((card) => (
            <li key={card} className={classes.card}>
              <div className={classes.top}>
                <Skeleton circle width={32} height={32} />
                <Skeleton width="55%" />
              </div>
              <Skeleton width="80%" />
            </li>
          ))
        : rows.map((ticket) => (
            <li
              key={ticket.id}
              className={classes.card}
              data-ticket-id={ticket.id}
              aria-current={ticket.id === selectedId || undefined}
            >
              <WaitBar since={waitingSince(ticket)} />
              <button
                type="button"
                className={classes.cover}
                aria-label={`เปิดแชท ${ticket.profile.display_name}`}
                onClick={() => onOpen(ticket)}
              />
              <Top ticket={ticket} own={own} />
              <div className={classes.bottom}>
                <Chip tone="oa">{ticket.channel.name}</Chip>
                <span className={classes.issue}>{ticket.subject}</span>
                <TicketId id={ticket.id} />
                <span className={classes.action}>
                  {ticket.assigned_to === null && ticket.status === 'OPEN' ? (
                    <AcceptButton ticket={ticket} actions={actions} size="md" />
                  ) : own ? (
                    <StateChip ticket={ticket} />
                  ) : (
                    <Care ticket={ticket} />
                  )}
                </span>
              </div>
            </li>
          ))}
    </ul>
  )
}

const SKELETON_CARDS = Array.from({ length: 5 }, (_, card) => card)

function Top({ ticket, own }: { ticket: Ticket; own: boolean }) {
  const since = waitingSince(ticket)
  return (
    <div className={classes.top}>
      <Contact ticket={ticket} own={own} />
      <div className={classes.numbers}>
        {since === null ? null : <WaitTime since={since} />}
        <UnreadCount count={ticket.unread_count} />
      </div>
    </div>
  )
}
