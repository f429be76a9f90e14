import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { usePageAddress } from '../address/use-page-address.ts'
import { QueueToolbar } from '../queue/QueueToolbar.tsx'
import { countFilters, NO_FILTERS, queueQueryOf } from '../queue/queue-filters.ts'
import { useQueueFilters } from '../queue/use-queue-filters.ts'
import { TicketDesk } from './TicketDesk.tsx'

export default function ChatQueuePage() {
  const address = usePageAddress()
  const { filters, change } = useQueueFilters(address, STORAGE_KEYS.queueSearch)
  return (
    <TicketDesk
      view="queue"
      label="คิวแชท"
      address={address}
      query={queueQueryOf(filters)}
      filters={filters}
      onFilters={change}
      includesClosed={filters.closed}
      filtered={filters.search !== '' || countFilters(filters) > 0}
      onClearFilters={() => change(NO_FILTERS)}
      emptyTitle="ไม่มีเคสในคิว"
      toolbar={({ isRendered }) => (
        <QueueToolbar filters={filters} onChange={change} isListRendered={isRendered} />
      )}
    />
  )
}
