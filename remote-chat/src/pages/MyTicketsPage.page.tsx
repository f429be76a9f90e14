import type { TicketListQuery } from 'shared/api'
import { SearchField, SegmentedTabs, Select } from 'shared/ui'
import { FilterButton } from '../queue/FilterButton.tsx'
import { ORDERS, useChannelOptions } from '../queue/filter-options.ts'
import {
  changeFilters,
  type QueueFilters,
  readQueueFilters,
  writeQueueFilters,
} from '../queue/queue-filters.ts'
import { useAddressFilters } from '../queue/use-address-filters.ts'
import { useTicketCount } from '../ticket-list/use-ticket-list.ts'
import classes from './MyTicketsPage.module.css'
import { TicketDesk } from './TicketDesk.tsx'

type Tab = 'open' | 'closed'

/** The tickets that the person holds: what is to be done and what is done. */
export default function MyTicketsPage() {
  const { params, setParams, filters, change, search } = useAddressFilters({
    searchKey: 'my_ticket_search',
    searchReplaces: false,
  })
  const tab: Tab = params.get('tab') === 'closed' ? 'closed' : 'open'
  const openCount = useTicketCount({ status: 'OPEN', assignee: 'me' })
  const closedCount = useTicketCount({ status: 'CLOSED', assignee: 'me' })
  const channels = useChannelOptions()

  function showTab(next: Tab): void {
    setParams((now) => {
      const changed = writeQueueFilters(now, changeFilters(readQueueFilters(now), {}))
      if (next === 'closed') changed.set('tab', next)
      else changed.delete('tab')
      return changed
    })
  }

  const toolbar = (
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
        onChange={(text) => (text === '' && filters.search !== '' ? search.settle('') : search.write(text))}
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
  )
  return (
    <TicketDesk
      view="mine"
      label="เคสของฉัน"
      query={myQueryOf(filters, tab)}
      page={filters.page}
      onPage={(page) => change({ page })}
      filtered={filters.search !== '' || filters.channel !== ''}
      onClearFilters={() => {
        search.settle('')
        change({ search: '', channel: '' })
      }}
      emptyTitle="ไม่มีเคสในแท็บนี้"
      toolbar={toolbar}
    />
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
