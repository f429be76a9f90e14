import type { TimedMetric } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import type { CountedMetrics } from 'shared/contract/dashboard/metrics.ts'
import type { OpenedMetric } from '../address/dashboard-address.ts'
import type { DurationName } from './MedianAndP90.tsx'

export interface Kpi {
  name: keyof CountedMetrics
  label: string
  tickets: OpenedMetric
  /** Name of the durations whose distribution is shown. Undefined for a count. */
  spread?: DurationName
  /** True for an agent's own metric, whose definition differs from that of the team's metric. */
  isOwn?: boolean
}

export const KPIS: readonly Kpi[] = [
  {
    name: 'handled_count',
    label: 'เคสที่ดูแล',
    tickets: 'handled',
  },
  {
    name: 'closed_count',
    label: 'เคสที่ปิด',
    tickets: 'closed',
  },
  {
    name: 'avg_pickup_secs',
    label: 'เวลารับเคสเฉลี่ย',
    tickets: 'handled',
    spread: 'pickup',
  },
  {
    name: 'avg_first_response_secs',
    label: 'เวลาตอบกลับครั้งแรกเฉลี่ย',
    tickets: 'first_response',
    spread: 'first_response',
  },
  {
    name: 'avg_resolution_secs',
    label: 'เวลาปิดเคสเฉลี่ย',
    tickets: 'closed',
    spread: 'resolution',
  },
]

export const isOfMessages = (metric: OpenedMetric) => metric === 'replied' || metric === 'incoming'

export const TICKETS_TIMES: Partial<Record<OpenedMetric, string>> = {
  handled: 'เวลารับเคส',
  first_response: 'เวลาตอบครั้งแรก',
  closed: 'เวลาปิดเคส',
  answered: 'เวลาปิดเคส',
  handling: 'เวลาดูแล',
} satisfies Record<TimedMetric | 'handling', string>
