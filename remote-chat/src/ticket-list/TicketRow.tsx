import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip, formatThaiShort, UnreadCount, WaitBar, WaitTime } from 'shared/ui'
import { newAssigneeOf, type Viewer } from '../signed-in-user.ts'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { waitingSince } from '../ticket/ticket-texts.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { Assignee, Contact, RowActions, Subject } from './TicketCells.tsx'
import classes from './TicketTable.module.css'
import type { TicketCell, TicketColumn, TicketLayout } from './ticket-columns.ts'
import type { BulkSelection } from './use-bulk-selection.ts'

export interface TicketRowProps extends Pick<TicketActions, 'accept' | 'close'> {
  ticket: Ticket
  layout: TicketLayout
  own: boolean
  viewer: Viewer | null
  isSelected: boolean
  isPicked: boolean
  /** True for the row through which Tab enters the table. */
  isEntry: boolean
  busy: 'accepting' | 'closing' | null
  onPick: BulkSelection['pick']
  onOpen: (ticket: Ticket) => void
  onFocus: (ticketId: string) => void
  onMove: (event: KeyboardEvent<HTMLTableRowElement>) => void
}

export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, layout, isSelected, isPicked, isEntry, onPick, onOpen, onFocus, onMove } = props
  const since = waitingSince(ticket)

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>): void {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const index = buttons.indexOf(event.target as HTMLElement)
    if (event.key === 'ArrowRight') buttons[Math.min(index + 1, buttons.length - 1)]?.focus()
    else if (event.key === 'ArrowLeft') (buttons[index - 1] ?? event.currentTarget).focus()
    else if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(ticket)
    else if (event.key === ' ' && event.target === event.currentTarget) onPick(ticket.id, event.shiftKey)
    else {
      onMove(event)
      return
    }
    event.preventDefault()
  }

  return (
    <tr
      tabIndex={isEntry ? 0 : -1}
      data-ticket-id={ticket.id}
      data-waiting={since !== null || undefined}
      aria-current={isSelected || undefined}
      onFocus={() => onFocus(ticket.id)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('button, a, label')) onOpen(ticket)
      }}
    >
      <td data-column="pick">
        <WaitBar since={since} />
        <RowCheckbox
          label={`เลือก ${ticket.profile.display_name}`}
          checked={isPicked}
          onPick={(isRange) => onPick(ticket.id, isRange)}
          tabIndex={-1}
        />
      </td>
      {layout.cells.map((lines) => (
        <td key={lines[0][0]} data-column={lines[0][0]}>
          <Cell lines={lines} {...props} />
        </td>
      ))}
    </tr>
  )
})

function Cell({ lines: [first, ...below], ...row }: TicketRowProps & { lines: TicketCell }) {
  const [main, ...otherColumns] = first
  if (below.length === 0 && otherColumns.length === 0) return content(main, row)
  return (
    <>
      <div className={classes.first}>
        {content(main, row)}
        {otherColumns.map((column) => (
          <span key={column}>{content(column, row)}</span>
        ))}
      </div>
      {below.map((line) => (
        <div key={line[0]} className={classes.second}>
          {line.map((column, index) => (
            <span
              key={column}
              data-column={column}
              title={column === 'channel' ? row.ticket.channel.name : undefined}
            >
              {index > 0 ? ' · ' : null}
              {contentBelow(column, row)}
            </span>
          ))}
        </div>
      ))}
    </>
  )
}

function contentBelow(column: TicketColumn, row: TicketRowProps): ReactNode {
  if (column === 'channel') return row.ticket.channel.name
  if (column === 'assignee') return <Assignee ticket={row.ticket} small />
  return content(column, row)
}

function content(column: TicketColumn, row: TicketRowProps): ReactNode {
  const { ticket, own, viewer } = row
  switch (column) {
    case 'status':
      return <StateChip ticket={ticket} />
    case 'assignee':
      return <Assignee ticket={ticket} />
    case 'id':
      return <TicketId id={ticket.id} />
    case 'contact':
      return <Contact ticket={ticket} own={own} viewer={viewer} />
    case 'channel':
      return <Chip tone="oa">{ticket.channel.name}</Chip>
    case 'opened':
      return <time dateTime={ticket.opened_at}>{formatThaiShort(ticket.opened_at)}</time>
    case 'issue':
      return <Subject text={ticket.subject} />
    case 'waiting':
      return <WaitTime since={waitingSince(ticket)} />
    case 'unread':
      return <UnreadCount count={ticket.unread_count} />
    case 'actions': {
      const { accept, close, busy, onOpen, layout } = row
      return (
        <RowActions
          ticket={ticket}
          viewer={own && newAssigneeOf(viewer, ticket) ? null : viewer}
          actions={{ accept, close, busy: () => busy }}
          onOpen={() => onOpen(ticket)}
          compact={layout.name === 'narrow' || layout.name === 'tight'}
        />
      )
    }
  }
}
