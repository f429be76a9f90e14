import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TicketListQuery } from 'shared/api'
import { useTicketSubscriptions } from 'shared/realtime'
import { Button, SearchField, SegmentedTabs, Select } from 'shared/ui'
import { ConversationPanel } from '../conversation/ConversationPanel.tsx'
import { FilterButton } from '../queue/FilterButton.tsx'
import { QueueTabs } from '../queue/QueueTabs.tsx'
import { ORDERS, useChannelOptions } from '../queue/QueueToolbar.tsx'
import {
  changeFilters,
  type QueueFilters,
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
import { useTicketCount, useTicketList } from '../tickets/use-ticket-list.ts'
import classes from './MyTicketsPage.module.css'
import pageClasses from './page.module.css'

const SEARCH_KEY = 'my_ticket_search'
type Tab = 'open' | 'closed'

/** The tickets that the person holds: what is to be done and what is done. */
export default function MyTicketsPage() {
  const [params, setParams] = useSearchParams()
  const filters = readQueueFilters(params)
  const tab: Tab = params.get('tab') === 'closed' ? 'closed' : 'open'
  const [listRef, calm] = useCalm()
  useChatEvents()
  const list = useTicketList(myQueryOf(filters, tab), calm)
  const open = useOpenTicket()
  const actions = useTicketActions((id) => {
    list.drop(id)
    if (open.ticketId === id) open.close()
  })
  useTicketSubscriptions(list.rows?.map((ticket) => ticket.id) ?? [])
  useCountedUnread(list.rows ?? [])
  const openCount = useTicketCount({ status: 'OPEN', assignee: 'me' })
  const closedCount = useTicketCount({ status: 'CLOSED', assignee: 'me' })
  const channels = useChannelOptions()

  function change(change: Partial<QueueFilters>, replace = false): void {
    setParams((now) => writeQueueFilters(now, changeFilters(readQueueFilters(now), change)), { replace })
  }
  function showTab(next: Tab): void {
    setParams((now) => {
      const changed = writeQueueFilters(now, changeFilters(readQueueFilters(now), {}))
      if (next === 'closed') changed.set('tab', next)
      else changed.delete('tab')
      return changed
    })
  }
  const search = useQueueSearch(filters.search, SEARCH_KEY, (text) => change({ search: text }))
  const kept = filters.search === '' ? storedSearch(SEARCH_KEY) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (kept !== '') change({ search: kept, page: filters.page }, true)
  }, [])

  const filtered = filters.search !== '' || filters.channel !== ''
  return (
    <div className={pageClasses.page}>
      <div className={pageClasses.list}>
        <div className={pageClasses.bars}>
          <QueueTabs view="mine" live={{ updatedAt: list.updatedAt, failed: list.error !== null }} />
          <search className={classes.bar} aria-label="ค้นหาและกรองเคสของฉัน">
            <SegmentedTabs
              className={classes.tabs}
              label="สถานะเคส"
              tabs={[
                { value: 'open', label: 'ต้องทำ', count: openCount },
                { value: 'closed', label: 'เสร็จแล้ว', count: closedCount },
              ]}
              value={tab}
              onChange={showTab}
            />
            {/* Searching begins with Enter here; an emptied field is back to everything at once. */}
            <SearchField
              className={classes.search}
              label="ค้นหาชื่อลูกค้าหรือประเภทปัญหา"
              value={search.text}
              onChange={(text) =>
                text === '' && filters.search !== '' ? search.settle('') : search.write(text)
              }
              onSubmit={(text) => search.settle(text.trim())}
            />
            <Select
              className={classes.select}
              label="OA"
              options={channels}
              value={filters.channel}
              onChange={(channel) => change({ channel })}
            />
            <Select
              className={classes.select}
              label="เรียงตาม"
              options={ORDERS}
              value={filters.order}
              onChange={(order) => change({ order })}
            />
            <FilterButton
              className={classes.filter}
              filters={filters}
              channels={channels}
              orders={ORDERS}
              onApply={({ channel, order }) => change({ channel, order })}
            />
          </search>
        </div>
        <TicketListView
          label="เคสของฉัน"
          own
          list={list}
          page={filters.page}
          onPage={(page) => change({ page })}
          selectedId={open.ticketId}
          onOpen={(ticket) => open.open(ticket.id)}
          actions={actions}
          listRef={listRef}
          emptyTitle={filtered ? 'ไม่พบผลลัพธ์' : 'ไม่มีเคสในแท็บนี้'}
          emptyAction={
            filtered ? (
              <Button
                variant="tint"
                onClick={() => {
                  search.settle('')
                  change({ search: '', channel: '' })
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

/** Closed tickets stand in the order of their closing unless the newest are asked for. */
function myQueryOf(filters: QueueFilters, tab: Tab): TicketListQuery {
  const longest = tab === 'open' ? 'waiting_since' : '-closed_at'
  return {
    assignee: 'me',
    status: tab === 'open' ? 'OPEN' : 'CLOSED',
    order: filters.order === 'newest' ? '-opened_at' : longest,
    page: filters.page,
    search: filters.search.trim() || undefined,
    channel_key: filters.channel || undefined,
  }
}
