import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Skeleton } from 'shared/ui'
import type { Viewer } from '../signed-in-user.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import { TicketRow } from './TicketRow.tsx'
import classes from './TicketTable.module.css'
import { COLUMN_HEADINGS, type TicketLayout } from './ticket-columns.ts'
import type { BulkSelection } from './use-bulk-selection.ts'

export interface TicketTableProps {
  label: string
  layout: TicketLayout
  /** Rows of the table; null before the first response. */
  rows: readonly Ticket[] | null
  selectedId: string | null
  viewer: Viewer | null
  actions: TicketActions
  picked: BulkSelection
  /** Opens a ticket. Must be the same function across renders. */
  onOpen: (ticket: Ticket) => void
  /** True for the viewer's own tickets: there is no assignee column, and every customer has a VIP or `ทั่วไป` badge. */
  own?: boolean
}

/** Table with one Tab stop: up and down change the row, left and right its button; Enter opens, Space selects. */
export function TicketTable(props: TicketTableProps) {
  const { label, layout, rows, selectedId, viewer, actions, picked, onOpen, own = false } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const ids = rows?.map((ticket) => ticket.id) ?? []
  const pickedOnPage = ids.filter((id) => picked.ids.has(id)).length
  const isAll = ids.length > 0 && pickedOnPage === ids.length
  const entry = [focusedId, selectedId].find((id) => id !== null && ids.includes(id)) ?? ids[0]

  const onMove = useCallback((event: KeyboardEvent<HTMLTableRowElement>) => {
    const all = [...(body.current?.rows ?? [])]
    const index = all.indexOf(event.currentTarget)
    const targets: Record<string, number> = {
      ArrowDown: Math.min(index + 1, all.length - 1),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: all.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    all[target]?.focus()
    event.preventDefault()
  }, [])

  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-busy={rows === null}
      data-layout={layout.name}
      data-own={own || undefined}
    >
      <colgroup>
        <col className={classes.pick} />
        {layout.cells.map(([[first]]) => (
          <col key={first} className={classes[first]} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" data-column="pick">
            <RowCheckbox
              label="เลือกทุกเคสในหน้านี้"
              checked={isAll}
              mixed={!isAll && pickedOnPage > 0}
              onPick={picked.pickAll}
            />
          </th>
          {layout.cells.map(([[first]]) => (
            <th key={first} scope="col" data-column={first}>
              {COLUMN_HEADINGS[first]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows === null
          ? SKELETON_ROWS.map((row) => (
              <tr key={row} className={classes.skeleton}>
                <td />
                {layout.cells.map(([[first]]) => (
                  <td key={first} data-column={first}>
                    {first === 'contact' ? <ContactSkeleton /> : <Skeleton width="70%" />}
                  </td>
                ))}
              </tr>
            ))
          : rows.map((ticket) => (
              <TicketRow
                key={ticket.id}
                ticket={ticket}
                layout={layout}
                own={own}
                viewer={viewer}
                isSelected={ticket.id === selectedId}
                isPicked={picked.ids.has(ticket.id)}
                isEntry={ticket.id === entry}
                busy={actions.busy(ticket.id)}
                accept={actions.accept}
                close={actions.close}
                onPick={picked.pick}
                onOpen={onOpen}
                onFocus={setFocusedId}
                onMove={onMove}
              />
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
