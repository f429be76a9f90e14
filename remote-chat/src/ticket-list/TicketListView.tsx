import { type ReactNode, useCallback } from 'react'
import { errorText } from 'shared/api'
import { QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { EmptyState, ErrorState, Pagination, useElementWidth } from 'shared/ui'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { useViewer } from '../viewer.ts'
import { TicketCards } from './TicketCards.tsx'
import classes from './TicketListView.module.css'
import { TicketTable } from './TicketTable.tsx'
import { columnsFor } from './ticket-columns.ts'
import type { TicketList } from './use-ticket-list.ts'

export interface TicketListViewProps {
  label: string
  list: TicketList
  page: number
  onPage: (page: number) => void
  selectedId: string | null
  onOpen: (ticket: Ticket) => void
  actions: TicketActions
  /** The list holds the viewer's own tickets. */
  own?: boolean
  /** One sentence when there are none, and one way on. */
  emptyTitle: string
  emptyAction?: ReactNode
  /** Hears the scrolling list, to know whether it is in use. */
  listRef: (element: HTMLElement | null) => void
}

/** A page of tickets with its four faces: loading, error, empty, full. */
export function TicketListView(props: TicketListViewProps) {
  const { label, list, page, onPage, selectedId, onOpen, actions, listRef, own } = props
  const viewer = useViewer()
  const [widthRef, width] = useElementWidth<HTMLDivElement>()
  const scrollRef = useCallback(
    (element: HTMLDivElement | null) => {
      const cleanups = [widthRef(element), listRef(element)] as unknown[]
      return () => {
        for (const cleanup of cleanups) if (typeof cleanup === 'function') cleanup()
      }
    },
    [widthRef, listRef],
  )
  const columns = columnsFor(width, own)
  const shared = { label, rows: list.rows, selectedId, actions, onOpen, own }
  const failed = list.error !== null && list.rows === null
  const first = (page - 1) * QUEUE_PAGE_SIZE + 1
  const last = Math.min(page * QUEUE_PAGE_SIZE, list.total)
  const sum =
    list.rows === null || list.total === 0
      ? ' '
      : `แสดง ${first}–${last} จาก ${list.total.toLocaleString('th-TH')} เคส`

  return (
    <div className={classes.view}>
      <div
        className={classes.frame}
        data-cards={columns === null || undefined}
        data-old={list.isOld || undefined}
      >
        {list.arrived > 0 ? (
          <button type="button" className={classes.arrived} onClick={list.letIn}>
            มีเคสใหม่ {list.arrived}
          </button>
        ) : null}
        <div ref={scrollRef} className={classes.scroll} tabIndex={list.rows?.length === 0 ? -1 : 0}>
          {width === 0 ? null : failed ? (
            <ErrorState
              title={errorText(list.error, 'load')}
              onRetry={list.retry}
              retrying={list.isFetching}
            />
          ) : list.rows?.length === 0 ? (
            <EmptyState title={props.emptyTitle} action={props.emptyAction} />
          ) : columns === null ? (
            <>
              <TicketCards {...shared} />
              <p className={classes.sum}>{sum}</p>
            </>
          ) : (
            <TicketTable {...shared} columns={columns} viewer={viewer} />
          )}
        </div>
      </div>
      {columns === null && list.pageCount <= 1 ? null : (
        <div className={classes.foot}>
          {columns === null ? null : <p className={classes.sum}>{sum}</p>}
          {list.pageCount > 1 ? (
            <Pagination page={page} pageCount={list.pageCount} compact={columns === null} onChange={onPage} />
          ) : null}
        </div>
      )}
    </div>
  )
}
