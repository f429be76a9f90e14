import { type ReactNode, useCallback, useRef } from 'react'
import { errorText } from 'shared/api'
import { LAYOUT_BREAKPOINT_PX, QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { EmptyState, ErrorState, Pagination, useElementWidth, useMediaQuery } from 'shared/ui'
import { useViewer } from '../signed-in-user.ts'
import fill from '../ticket/fill-height.module.css'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { type RowsToFocus, useRowFocus } from './row-focus.ts'
import { TicketCards } from './TicketCards.tsx'
import classes from './TicketListView.module.css'
import { TicketTable } from './TicketTable.tsx'
import { layoutFor } from './ticket-columns.ts'
import type { BulkSelection } from './use-bulk-selection.ts'
import type { TicketList } from './use-ticket-list.ts'

export interface TicketListViewProps {
  label: string
  list: TicketList
  onArrived: () => void
  page: number
  onPage: (page: number) => void
  selectedId: string | null
  rowsToFocus: RowsToFocus | null
  onOpen: (ticket: Ticket) => void
  actions: TicketActions
  picked: BulkSelection
  pickedBar: ReactNode
  own?: boolean
  emptyTitle: string
  emptyAction?: ReactNode
  listRef: (element: HTMLElement | null) => void
}

export function TicketListView(props: TicketListViewProps) {
  const {
    label,
    list,
    page,
    onPage,
    selectedId,
    rowsToFocus,
    onOpen,
    actions,
    picked,
    listRef,
    own = false,
  } = props
  const viewer = useViewer()
  const [widthRef, width] = useElementWidth()
  const scrollRef = useCallback(
    (element: HTMLDivElement | null) => {
      const end = widthRef(element)
      listRef(element)
      return () => {
        end?.()
        listRef(null)
      }
    },
    [widthRef, listRef],
  )
  const isPhone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  // When the last row of a page was closed and the list has more rows, shows the loading state until these are fetched.
  const settled = list.rows?.length === 0 && !list.isWhole && list.isFetching ? null : list.rows
  const rows = list.renderedCount === 0 ? null : (settled?.slice(0, list.renderedCount) ?? null)
  const shared = { label, rows, selectedId, viewer, actions, picked, onOpen, own }
  const box = useRef<HTMLDivElement>(null)
  useRowFocus(box, list.rows, rowsToFocus)
  const failed = list.error !== null && list.rows === null
  const first = (page - 1) * QUEUE_PAGE_SIZE + 1
  const last = Math.min(page * QUEUE_PAGE_SIZE, list.total)
  const sum =
    list.rows === null || !list.isRendered || first > list.total
      ? ' '
      : `แสดง ${first}–${last} จาก ${withCommas(list.total)} เคส`

  return (
    <div className={`${fill.fill} ${classes.view}`}>
      {list.arrived.length > 0 ? (
        <button type="button" className={classes.arrived} onClick={props.onArrived}>
          มีเคสใหม่ {list.arrived.length}
          {list.hasMoreArrived ? '+' : null}
        </button>
      ) : null}
      <div
        ref={box}
        className={`${fill.fill} ${classes.frame}`}
        data-cards={isPhone || undefined}
        data-old={list.isPlaceholder || undefined}
      >
        {/* The scroll container is not a Tab stop, because its rows are Tab stops. */}
        <div ref={scrollRef} className={classes.scroll} tabIndex={-1}>
          {width === 0 && !isPhone ? null : failed ? (
            <ErrorState
              className={classes.fill}
              title={errorText(list.error, 'load')}
              onRetry={list.retry}
              retrying={list.isFetching}
            />
          ) : rows?.length === 0 ? (
            <EmptyState className={classes.fill} title={props.emptyTitle} action={props.emptyAction} />
          ) : isPhone ? (
            <>
              <TicketCards {...shared} />
              <p className={classes.sum}>{sum}</p>
            </>
          ) : (
            <TicketTable {...shared} layout={layoutFor(width, own)} />
          )}
        </div>
      </div>
      {props.pickedBar === null && isPhone && list.pageCount <= 1 ? null : (
        <div className={classes.foot}>
          {props.pickedBar ?? (isPhone ? null : <p className={classes.sum}>{sum}</p>)}
          {list.pageCount > 1 ? (
            <Pagination page={page} pageCount={list.pageCount} compact={isPhone} onChange={onPage} />
          ) : null}
        </div>
      )}
    </div>
  )
}

/** Formats 12345 as 12,345 without `Intl`, whose first use takes 50 ms on a slow phone. */
function withCommas(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
