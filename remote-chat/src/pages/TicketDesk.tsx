import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { TicketListQuery } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Slot } from 'shared/extensions'
import { useRealtimeEvents, useTicketSubscriptions } from 'shared/realtime'
import { Button, PageHeaderSlot, showToast, whenIdle } from 'shared/ui'
import { useOpenTicket } from '../address/open-ticket.ts'
import { useLastView } from '../address/use-last-view.ts'
import type { PageAddress } from '../address/use-page-address.ts'
import { useChatCache } from '../cache/chat-cache.ts'
import { isOutboxLoaded } from '../outbox/outbox.store.ts'
import { wakeOutbox } from '../outbox/wake-outbox.ts'
import { QueueTabs } from '../queue/QueueTabs.tsx'
import { QuotaWarning } from '../queue/QuotaWarning.tsx'
import type { QueueFilters } from '../queue/queue-filters.ts'
import type { ChangeFilters } from '../queue/use-queue-filters.ts'
import type { ShownList } from '../queue/use-ticket-count.ts'
import { notFoundTexts } from '../ticket/ticket-texts.ts'
import { losesFocus, neighbourOf, type RowsToFocus, useFocusBackToRow } from '../ticket-list/row-focus.ts'
import { TicketListView } from '../ticket-list/TicketListView.tsx'
import { EMPTY_SELECTION, useBulkSelection } from '../ticket-list/use-bulk-selection.ts'
import { useListIdle } from '../ticket-list/use-list-idle.ts'
import { type TicketList, useTicketList } from '../ticket-list/use-ticket-list.ts'
import { useUnreadFallback } from '../ticket-list/use-unread-fallback.ts'
import { DeferredBulkBar } from './DeferredBulkBar.tsx'
import { DeferredConversation, usePreloadedConversation } from './DeferredConversation.tsx'
import classes from './TicketDesk.module.css'
import { useChatCommands } from './use-chat-commands.ts'
import { useTicketActions } from './use-ticket-actions.tsx'

export interface TicketDeskProps {
  view: 'queue' | 'mine'
  label: string
  address: PageAddress
  query: TicketListQuery
  filters: QueueFilters
  onFilters: ChangeFilters
  /** True when the list keeps a ticket that the user has closed on this page. */
  includesClosed?: boolean
  filtered: boolean
  onClearFilters: () => void
  emptyTitle: string
  /** Renders the toolbar. `drop` removes rows immediately. */
  toolbar: (shown: ShownList, drop: TicketList['drop']) => ReactNode
}

/** A constant, so that a change of the list does not render the extensions again. */
const QUEUE_HEADER = (
  <PageHeaderSlot side="end">
    <Slot name="queue-header" />
  </PageHeaderSlot>
)

export function TicketDesk(props: TicketDeskProps) {
  const { view, label, address, query, filters, onFilters, includesClosed = false, filtered } = props
  const { page } = filters
  const { areaRef, listRef, idle, recheck } = useListIdle()
  useChatEvents()
  usePreloadedConversation()
  useLastView(view, address)
  const selectionState = useState(EMPTY_SELECTION)
  const list = useTicketList(query, {
    idle: idle && selectionState[0].picks.size === 0,
    seeksNew: view === 'queue',
  })
  const cache = useChatCache()
  const picked = useBulkSelection({
    rows: list.rows,
    isPlaceholder: list.isPlaceholder,
    filters: JSON.stringify({ ...query, page: 1, order: undefined }),
    status: query.status,
    newest: (ticket) => cache.tickets.get(ticket.id) ?? ticket,
    state: selectionState,
  })
  const { ticketId, now, open, follow, close } = useOpenTicket(address)
  useFocusBackToRow(ticketId)
  const [rowsToFocus, setRowsToFocus] = useState<RowsToFocus | null>(null)
  const [acceptedId, setAcceptedId] = useState<string | null>(null)
  const actions = useTicketActions({
    openNow: now,
    onAccepted: (id) => {
      setAcceptedId(id)
      open(id)
    },
    neighbourOf: (id) => neighbourOf(list.rows ?? [], id),
    onClosed: (id, neighbour) => {
      const next = includesClosed ? id : neighbour
      if (losesFocus(id, now() === id)) setRowsToFocus({ ids: next === null ? [] : [next] })
      if (!includesClosed) list.drop([id])
      close(id)
    },
  })
  function onBulkClosed(ids: readonly string[], leavesFocus: boolean): void {
    const next = list.rows?.find(({ id }) => includesClosed || !ids.includes(id))
    if (leavesFocus) setRowsToFocus({ ids: next === undefined ? [] : [next.id] })
    if (!includesClosed) list.drop(ids)
    for (const id of ids) close(id)
  }
  const onOpen = useCallback(
    (ticket: Ticket) => {
      setAcceptedId(null)
      open(ticket.id)
    },
    [open],
  )
  useChatCommands({ rows: list.rows ?? [], ticketId, open: onOpen, actions })
  useTicketSubscriptions(list.rows?.map((ticket) => ticket.id) ?? [])
  useUnreadFallback(list.rows ?? [])
  useEffect(recheck)

  // The page number may be too high, from an old link or because the last row of the last page was closed.
  const lastPage = list.rows === null || list.isPlaceholder ? null : list.pageCount
  useEffect(() => {
    if (lastPage !== null && page > lastPage) onFilters({ page: lastPage }, { replace: true })
  }, [lastPage, page, onFilters])

  const total = lastPage === null ? null : list.total
  const shown: ShownList = { query, total, isRendered: list.isRendered }

  function showArrived(): void {
    setRowsToFocus({ ids: list.arrived })
    list.resetRows()
    if (list.hasAllArrived) return
    onFilters({ order: 'newest', page: 1 })
    const before = filters.order
    if (before === 'newest') return
    showToast({
      text: 'เปลี่ยนเป็นเรียงใหม่สุดก่อน เพื่อแสดงเคสใหม่',
      action: { label: 'เรียงตามเดิม', onSelect: () => onFilters({ order: before }) },
    })
  }

  return (
    <div className={classes.page}>
      {QUEUE_HEADER}
      <div ref={areaRef} className={classes.list}>
        <div className={classes.bars}>
          <QueueTabs
            view={view}
            live={list}
            shown={shown}
            onPick={picked.isPicking || list.rows?.length === 0 ? undefined : picked.begin}
          />
          {props.toolbar(shown, (ids) => {
            list.drop(ids)
            picked.drop(ids)
          })}
          <QuotaWarning isListRendered={list.isRendered} />
        </div>
        <TicketListView
          label={label}
          own={view === 'mine'}
          list={list}
          onArrived={showArrived}
          page={page}
          onPage={(next) => onFilters({ page: next })}
          selectedId={ticketId}
          rowsToFocus={rowsToFocus}
          onOpen={onOpen}
          actions={actions}
          picked={picked}
          pickedBar={
            picked.isPicking || picked.isFrozen || picked.tickets.length > 0 ? (
              <DeferredBulkBar
                picked={picked}
                onClosed={onBulkClosed}
                onLeave={(id) => setRowsToFocus({ ids: id === undefined ? [] : [id] })}
              />
            ) : null
          }
          listRef={listRef}
          emptyTitle={filtered ? notFoundTexts(filters.search.trim()) : props.emptyTitle}
          emptyAction={
            filtered ? (
              <Button variant="tint" onClick={props.onClearFilters}>
                ล้างทั้งหมด
              </Button>
            ) : undefined
          }
        />
      </div>
      {ticketId === null ? null : (
        <DeferredConversation
          key={ticketId}
          ticketId={ticketId}
          actions={actions}
          onClose={() => close()}
          onOpenTicket={follow}
          focusOnOpen={ticketId === acceptedId}
        />
      )}
      {actions.dialog}
    </div>
  )
}

/** Passes socket events to the cache, without the chat services, whose code may not be loaded yet. */
function useChatEvents(): void {
  const cache = useChatCache()
  useRealtimeEvents((event) => {
    cache.handleEvent(event)
    if (event.type === 'resync' && isOutboxLoaded()) void wakeOutbox(cache)
  })
  useEffect(() => {
    const sendPendingMessages = () => void wakeOutbox(cache)
    const stopWaiting = whenIdle(sendPendingMessages)
    window.addEventListener('online', sendPendingMessages)
    return () => {
      stopWaiting()
      window.removeEventListener('online', sendPendingMessages)
    }
  }, [cache])
}
