import type { Metrics } from 'shared/contract/dashboard/metrics.ts'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { formatCell } from '../metrics/format-metric.ts'
import { MedianAndP90, medianAndP90Of } from '../metrics/MedianAndP90.tsx'
import classes from './AnsweredResolution.module.css'
import { preloadTicketsProps } from './LazyTickets.tsx'

export interface AnsweredResolutionProps {
  metrics: Omit<Metrics, 'day'>
  of?: Pick<TicketsOfMetric, 'agent' | 'day'>
  isShort?: boolean
  onTickets: (tickets: TicketsOfMetric) => void
}

export function AnsweredResolution({ metrics, of, isShort = false, onTickets }: AnsweredResolutionProps) {
  const { unanswered_count: unanswered, avg_answered_resolution_secs: secs } = metrics
  if (unanswered === 0 || secs === null) return null
  return (
    <span className={classes.answered}>
      <button
        type="button"
        className={classes.value}
        {...preloadTicketsProps}
        onClick={() => onTickets({ ...of, metric: 'answered', order: 'longest' })}
      >
        {isShort ? 'เฉพาะที่ตอบ' : 'เฉพาะเคสที่ตอบ เฉลี่ย'} {formatCell(secs)}
      </button>{' '}
      <MedianAndP90 {...medianAndP90Of(metrics, 'answered_resolution')} isShort={isShort} />
    </span>
  )
}
