import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip, formatThaiShort, Skeleton, UnreadCount, WaitBar, WaitTime } from 'shared/ui'
import { StateChip, TicketId } from '../ticket/TicketBadges.tsx'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { waitingSince } from '../ticket/ticket-words.ts'
import type { Viewer } from '../viewer.ts'
import { Assignee, Care, Contact, RowActions, Subject } from './TicketCells.tsx'
import classes from './TicketTable.module.css'
import { COLUMN_HEADINGS, type TicketColumn } from './ticket-columns.ts'

export interface TicketTableProps {
  /** What the table holds, spoken. */
  label: string
  columns: readonly TicketColumn[]
  /** Null while the first answer is on its way. */
  rows: readonly Ticket[] | null
  selectedId: string | null
  viewer: Viewer | null
  actions: TicketActions
  onOpen: (ticket: Ticket) => void
  /** The viewer's own tickets, whose customers are told apart as VIP or normal. */
  own?: boolean
}

/** The queue as a table. Rows are reached with the arrow keys and opened with Enter. */
export function TicketTable(props: TicketTableProps) {
  const { label, columns, rows, selectedId, viewer, actions, onOpen, own = false } = props
  const compact = !columns.includes('id')
  const body = useRef<HTMLTableSectionElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const ids = rows?.map((ticket) => ticket.id) ?? []
  const entry = [focusedId, selectedId].find((id) => id !== null && ids.includes(id)) ?? ids[0]

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, ticket: Ticket): void {
    if (event.target !== event.currentTarget) return
    const all = [...(body.current?.rows ?? [])]
    const index = all.indexOf(event.currentTarget)
    const targets: Record<string, number> = {
      ArrowDown: Math.min(index + 1, all.length - 1),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: all.length - 1,
    }
    if (event.key === 'Enter') onOpen(ticket)
    else if (event.key in targets) all[targets[event.key] ?? 0]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-busy={rows === null}
      data-compact={compact || undefined}
    >
      <colgroup>
        {columns.map((column) => (
          <col key={column} className={classes[column]} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {COLUMN_HEADINGS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows === null
          ? SKELETON_ROWS.map((row) => (
              <tr key={row} className={classes.skeleton}>
                {columns.map((column) => (
                  <td key={column} data-column={column}>
                    {column === 'contact' ? <ContactSkeleton /> : <Skeleton width="70%" />}
                  </td>
                ))}
              </tr>
            ))
          : rows.map((ticket) => (
              <tr
                key={ticket.id}
                tabIndex={ticket.id === entry ? 0 : -1}
                data-ticket-id={ticket.id}
                data-waiting={waitingSince(ticket) !== null || undefined}
                aria-current={ticket.id === selectedId || undefined}
                onFocus={() => setFocusedId(ticket.id)}
                onKeyDown={(event) => onKeyDown(event, ticket)}
                onClick={(event) => {
                  if (!(event.target as HTMLElement).closest('button, a')) onOpen(ticket)
                }}
              >
                {columns.map((column, index) => (
                  <td key={column} data-column={column}>
                    {index === 0 ? <WaitBar since={waitingSince(ticket)} /> : null}
                    {cell(column, ticket, { viewer, actions, onOpen, compact, own })}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, row) => row)

function ContactSkeleton() {
  return (
    <div className={classes.contactSkeleton}>
      <Skeleton circle width={32} height={32} />
      <Skeleton width="60%" />
    </div>
  )
}

interface CellTools extends Pick<TicketTableProps, 'viewer' | 'actions' | 'onOpen'> {
  compact: boolean
  own: boolean
}

function cell(column: TicketColumn, ticket: Ticket, tools: CellTools): ReactNode {
  switch (column) {
    case 'status':
      return <StateChip ticket={ticket} />
    case 'assignee':
      return <Assignee ticket={ticket} />
    case 'id':
      return <TicketId id={ticket.id} />
    case 'contact':
      return <Contact ticket={ticket} own={tools.own} />
    case 'channel':
      return <Chip tone="oa">{ticket.channel.name}</Chip>
    case 'opened':
      return <time dateTime={ticket.opened_at}>{formatThaiShort(ticket.opened_at)}</time>
    case 'issue':
      return <Subject text={ticket.subject} />
    case 'issueAndChannel':
      return (
        <>
          <div className={classes.cut}>
            <Subject text={ticket.subject} />
          </div>
          <div className={classes.second}>{ticket.channel.name}</div>
        </>
      )
    case 'care':
      return <Care ticket={ticket} />
    case 'waiting':
      return <WaitTime since={waitingSince(ticket)} />
    case 'unread':
      return <UnreadCount count={ticket.unread_count} />
    case 'actions': {
      const { viewer, actions, onOpen, compact } = tools
      const open = () => onOpen(ticket)
      return <RowActions ticket={ticket} viewer={viewer} actions={actions} onOpen={open} compact={compact} />
    }
  }
}
