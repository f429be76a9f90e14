import { VisuallyHidden } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { preloadTicketsProps } from '../metric-tickets/LazyTickets.tsx'
import { durationParts, formatCount } from '../metrics/format-metric.ts'
import { MedianAndP90 } from '../metrics/MedianAndP90.tsx'
import kpi from '../overview/KpiCard.module.css'
import overview from '../overview/Overview.module.css'
import classes from './Own.module.css'
import type { OwnMetrics } from './own-metrics.ts'

export interface HandlingCardProps {
  handling: OwnMetrics['handling']
  isFromOpening: boolean
  onTickets: (tickets: TicketsOfMetric) => void
}

export function HandlingCard({ handling, isFromOpening, onTickets }: HandlingCardProps) {
  const { sample, avg_secs, median_secs: median, p90_secs: p90 } = handling
  const metric = durationParts(avg_secs).map(({ number, unit }) => (
    <span key={unit}>
      {number} <span className={kpi.unit}>{unit}</span>{' '}
    </span>
  ))
  return (
    <section className={overview.card} aria-labelledby="handling">
      <header className={overview.head}>
        <h2 id="handling" className={overview.title}>
          เวลาดูแลเฉลี่ย
        </h2>
      </header>
      {sample === 0 ? (
        <p className={classes.metric}>{metric}</p>
      ) : (
        <button
          type="button"
          className={classes.metric}
          {...preloadTicketsProps}
          onClick={() => onTickets({ metric: 'handling' })}
        >
          {metric}
          <VisuallyHidden>เวลาดูแลเฉลี่ย ดูเคส</VisuallyHidden>
        </button>
      )}
      <MedianAndP90 median={median} p90={p90} />
      <p className={overview.hint}>
        {sample === 0
          ? 'ยังไม่มีเคสที่คุณดูแลจนปิด'
          : `ตั้งแต่เคส${isFromOpening ? 'เปิด' : 'มาถึงคุณ'}จนคุณปิด เฉลี่ยจาก ${formatCount(sample)} เคสล่าสุดที่ปิด ไม่ว่าเลือกช่วงใด`}
      </p>
    </section>
  )
}
