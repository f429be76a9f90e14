import type { TicketListQuery } from 'shared/api'
import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { SegmentedTabs } from 'shared/ui'
import { usePageAddress } from '../address/use-page-address.ts'
import { ListToolbar } from '../queue/ListToolbar.tsx'
import type { QueueFilters } from '../queue/queue-filters.ts'
import { CLOSED_ORDERS, useChannelOptions, useQueueFilters } from '../queue/use-queue-filters.ts'
import { type ShownList, useTicketCount } from '../queue/use-ticket-count.ts'
import classes from './EndShift.module.css'
import { EndShiftMenu } from './EndShiftMenu.tsx'
import { TicketDesk, type TicketDeskProps } from './TicketDesk.tsx'

type Tab = 'open' | 'closed'

export default function MyTicketsPage() {
  const address = usePageAddress()
  const { filters, change } = useQueueFilters(address, STORAGE_KEYS.myTicketSearch)
  const tab: Tab = address.params.get('tab') === 'closed' ? 'closed' : 'open'
  const channels = useChannelOptions(filters.channel, change)

  function showTab(next: Tab): void {
    address.writer.go((now) => {
      const params = new URLSearchParams(now.params)
      params.delete('page')
      if (next === 'closed') params.set('tab', next)
      else params.delete('tab')
      return { params }
    })
  }

  const toolbar: TicketDeskProps['toolbar'] = (shown, drop) => (
    <ListToolbar
      label="ค้นหาและกรองเคสของฉัน"
      search={{
        label: 'ค้นหาชื่อลูกค้าหรือประเภทปัญหา',
        placeholder: 'ค้นชื่อหรือปัญหา กด Enter',
        onSearch: (search) => change({ search }),
        onEnter: true,
      }}
      filters={filters}
      onChange={change}
      channels={channels}
      {...(tab === 'closed' ? { orders: CLOSED_ORDERS } : {})}
    >
      <div className={classes.tabs}>
        <StatusTabs tab={tab} shown={shown} onChange={showTab} />
        <EndShiftMenu onUnassigned={drop} />
      </div>
    </ListToolbar>
  )
  return (
    <TicketDesk
      view="mine"
      label="เคสของฉัน"
      address={address}
      query={myQueryOf(filters, tab)}
      filters={filters}
      onFilters={change}
      filtered={filters.search !== '' || filters.channel !== ''}
      onClearFilters={() => change({ search: '', channel: '' })}
      emptyTitle="ไม่มีเคสในแท็บนี้"
      toolbar={toolbar}
    />
  )
}

interface StatusTabsProps {
  tab: Tab
  shown: ShownList
  onChange: (tab: Tab) => void
}

function StatusTabs({ tab, shown, onChange }: StatusTabsProps) {
  const open = useTicketCount({ status: 'OPEN', assignee: 'me' }, shown)
  const closed = useTicketCount({ status: 'CLOSED', assignee: 'me' }, shown)
  // Hides an old count while the list is loading.
  const countOf = (count: number | undefined) => (shown.isRendered ? (count ?? null) : null)
  return (
    <SegmentedTabs
      label="สถานะเคส"
      fullWidth
      tabs={[
        { value: 'open', label: 'ต้องทำ', count: countOf(open) },
        { value: 'closed', label: 'เสร็จแล้ว', count: countOf(closed) },
      ]}
      value={tab}
      onChange={onChange}
    />
  )
}

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
