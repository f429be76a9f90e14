import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTicketSubscriptions } from 'shared/realtime'
import { Button } from 'shared/ui'
import { ConversationPanel } from '../conversation/ConversationPanel.tsx'
import { QueueTabs } from '../queue/QueueTabs.tsx'
import { QueueToolbar } from '../queue/QueueToolbar.tsx'
import {
  changeFilters,
  countFilters,
  NO_FILTERS,
  type QueueFilters,
  queueQueryOf,
  readQueueFilters,
  writeQueueFilters,
} from '../queue/queue-filters.ts'
import { storedSearch, useQueueSearch } from '../queue/use-queue-search.ts'
import { TicketListView } from '../tickets/TicketListView.tsx'
import { useCalm } from '../tickets/use-calm.ts'
import { useChatEvents } from '../tickets/use-chat-events.ts'
import { useCountedUnread } from '../tickets/use-counted-unread.ts'
import { useOpenTicket } from '../tickets/use-open-ticket.ts'
import { useTicketActions } from '../tickets/use-ticket-actions.tsx'
import { useTicketList } from '../tickets/use-ticket-list.ts'
import classes from './page.module.css'

const SEARCH_KEY = 'queue_search'

/** The shared queue with the conversation beside it, or over it where there is no room. */
export default function ChatQueuePage() {
  const [params, setParams] = useSearchParams()
  const filters = readQueueFilters(params)
  const [listRef, calm] = useCalm()
  useChatEvents()
  const list = useTicketList(queueQueryOf(filters), calm)
  const open = useOpenTicket()
  const actions = useTicketActions((id) => {
    if (!filters.closed) list.drop(id)
    if (open.ticketId === id) open.close()
  })
  useTicketSubscriptions(list.rows?.map((ticket) => ticket.id) ?? [])
  useCountedUnread(list.rows ?? [])

  function change(change: Partial<QueueFilters>, replace = false): void {
    setParams((now) => writeQueueFilters(now, changeFilters(readQueueFilters(now), change)), { replace })
  }
  const search = useQueueSearch(filters.search, SEARCH_KEY, (text) => change({ search: text }, true))

  // A search outlives the page: it comes back when the queue is opened without one in its address.
  const kept = filters.search === '' ? storedSearch(SEARCH_KEY) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (kept !== '') change({ search: kept, page: filters.page }, true)
  }, [])

  const filtered = filters.search !== '' || countFilters(filters) > 0
  return (
    <div className={classes.page}>
      <div className={classes.list}>
        <div className={classes.bars}>
          <QueueTabs view="queue" live={{ updatedAt: list.updatedAt, failed: list.error !== null }} />
          <QueueToolbar search={search.text} onSearch={search.type} filters={filters} onChange={change} />
        </div>
        <TicketListView
          label="คิวแชท"
          list={list}
          page={filters.page}
          onPage={(page) => change({ page })}
          selectedId={open.ticketId}
          onOpen={(ticket) => open.open(ticket.id)}
          actions={actions}
          listRef={listRef}
          emptyTitle={filtered ? 'ไม่พบผลลัพธ์' : 'ไม่มีเคสในคิว'}
          emptyAction={
            filtered ? (
              <Button
                variant="tint"
                onClick={() => {
                  search.settle('')
                  change(NO_FILTERS)
                }}
              >
                ล้างทั้งหมด
              </Button>
            ) : undefined
          }
        />
      </div>
      {open.ticketId === null ? null : (
        <ConversationPanel
          key={open.ticketId}
          ticketId={open.ticketId}
          actions={actions}
          onClose={open.close}
        />
      )}
      {actions.dialog}
    </div>
  )
}
