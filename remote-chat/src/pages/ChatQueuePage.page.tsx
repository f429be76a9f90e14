import { QueueToolbar } from '../queue/QueueToolbar.tsx'
import { countFilters, NO_FILTERS, queueQueryOf } from '../queue/queue-filters.ts'
import { useAddressFilters } from '../queue/use-address-filters.ts'
import { TicketDesk } from './TicketDesk.tsx'

/** The shared queue. */
export default function ChatQueuePage() {
  const { filters, change, search } = useAddressFilters({ searchKey: 'queue_search', searchReplaces: true })
  return (
    <TicketDesk
      view="queue"
      label="คิวแชท"
      query={queueQueryOf(filters)}
      keepsClosed={filters.closed}
      page={filters.page}
      onPage={(page) => change({ page })}
      filtered={filters.search !== '' || countFilters(filters) > 0}
      onClearFilters={() => {
        search.settle('')
        change(NO_FILTERS)
      }}
      emptyTitle="ไม่มีเคสในคิว"
      toolbar={
        <QueueToolbar search={search.text} onSearch={search.type} filters={filters} onChange={change} />
      }
    />
  )
}
