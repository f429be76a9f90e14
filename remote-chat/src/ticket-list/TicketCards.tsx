import { memo } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip, formatThaiShort, Skeleton, UnreadCount, WaitBar, WaitTime } from 'shared/ui'
import { newAssigneeOf } from '../signed-in-user.ts'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import { waitingSince } from '../ticket/ticket-texts.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import classes from './TicketCards.module.css'
import { Assignee, CardAction, Contact, Subject } from './TicketCells.tsx'
import type { TicketRowProps } from './TicketRow.tsx'
import type { TicketTableProps } from './TicketTable.tsx'

type TicketCardsProps = Omit<TicketTableProps, 'layout'>

export function TicketCards(props: TicketCardsProps) {
  const { label, rows, selectedId, viewer, actions, picked, onOpen, own = false } = props
  return (
    <ul className={classes.list} aria-label={label} aria-busy={rows === null} data-own={own || undefined}>
      {rows === null
        ? SKELETON_CARDS.map((card) => (
            <li key={card} className={classes.card}>
              <div className={classes.top}>
                <Skeleton circle width={32} height={32} />
                <Skeleton width="55%" />
              </div>
              <Skeleton width="80%" />
              <Skeleton width="60%" height={44} />
            </li>
          ))
        : rows.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              own={own}
              viewer={viewer}
              isSelected={ticket.id === selectedId}
              isPicked={picked.ids.has(ticket.id)}
              isPicking={picked.isPicking}
              onPick={picked.pick}
              busy={actions.busy(ticket.id)}
              accept={actions.accept}
              close={actions.close}
              onOpen={onOpen}
            />
          ))}
    </ul>
  )
}

function Moment({ ticket: { closed_at, opened_at } }: { ticket: Ticket }) {
  return (
    <time className={classes.opened} dateTime={closed_at ?? opened_at}>
      {' '}
      {closed_at === null ? 'เปิดเมื่อ' : 'ปิดเมื่อ'} {formatThaiShort(closed_at ?? opened_at)}
    </time>
  )
}

const SKELETON_CARDS = Array.from({ length: 5 }, (_, card) => card)

interface TicketCardProps extends Omit<TicketRowProps, 'layout' | 'isEntry' | 'onFocus' | 'onMove'> {
  isPicking: boolean
}

/** Ticket as a card. Its height is the same in every state, so that a colleague's accept does not shift cards below. */
const TicketCard = memo(function TicketCard(props: TicketCardProps) {
  const { ticket, own, viewer, isSelected, isPicked, isPicking, busy, accept, close, onPick, onOpen } = props
  const { display_name } = ticket.profile
  const since = waitingSince(ticket)
  return (
    <li
      className={classes.card}
      data-ticket-id={ticket.id}
      data-picked={isPicked || undefined}
      aria-current={isSelected || undefined}
    >
      <WaitBar since={since} />
      {isPicking ? (
        <span className={classes.pick}>
          <RowCheckbox label={`เลือก ${display_name}`} checked={isPicked} onPick={() => onPick(ticket.id)} />
        </span>
      ) : (
        <button
          type="button"
          className={classes.cover}
          aria-label={`เปิดแชท ${display_name}`}
          onClick={() => onOpen(ticket)}
        />
      )}
      <div className={classes.top}>
        <Contact ticket={ticket} own={own} viewer={viewer} />
        <div className={classes.numbers}>
          {since === null ? null : <WaitTime since={since} />}
          <UnreadCount count={ticket.unread_count} />
        </div>
      </div>
      <div className={classes.details}>
        <Chip tone="oa">{ticket.channel.name}</Chip>
        <span className={classes.issue}>
          <Subject text={ticket.subject} />
        </span>
        <TicketId id={ticket.id} />
      </div>
      <div className={classes.bottom}>
        <StateChip ticket={ticket} />
        <div className={classes.since}>
          {own || (ticket.assigned_to ?? ticket.previous_agent) === null ? null : (
            <Assignee ticket={ticket} />
          )}
          <Moment ticket={ticket} />
        </div>
        <span className={classes.action}>
          {isPicking ? null : (
            <CardAction
              ticket={ticket}
              viewer={own && newAssigneeOf(viewer, ticket) ? null : viewer}
              actions={{ accept, close, busy: () => busy }}
            />
          )}
        </span>
      </div>
    </li>
  )
})
