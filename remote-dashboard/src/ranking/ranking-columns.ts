import type { RankingOrder } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { ListedMetric } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import type { DurationName } from '../metrics/MedianAndP90.tsx'

export interface RankingColumn {
  label: string
  short: string
  order: RankingOrder
  metric: ListedMetric
  spread?: DurationName
  of: (item: RankingItem) => number | null
}

export const RANKING_COLUMNS: readonly RankingColumn[] = [
  {
    label: 'ดูแล',
    short: 'ดูแล',
    order: 'handled',
    metric: 'held',
    of: (item) => item.handled_count,
  },
  {
    label: 'ปิด',
    short: 'ปิด',
    order: 'closed',
    metric: 'closed',
    of: (item) => item.closed_count,
  },
  {
    label: 'รับเคสเฉลี่ย',
    short: 'รับเคส',
    order: 'pickup',
    metric: 'handled',
    spread: 'pickup',
    of: (item) => item.avg_pickup_secs,
  },
  {
    label: 'ตอบครั้งแรกเฉลี่ย',
    short: 'ตอบแรก',
    order: 'first',
    metric: 'first_response',
    spread: 'first_response',
    of: (item) => item.avg_first_response_secs,
  },
  {
    label: 'ปิดเคสเฉลี่ย',
    short: 'ปิดเคส',
    order: 'resolution',
    metric: 'closed',
    spread: 'resolution',
    of: (item) => item.avg_resolution_secs,
  },
]
