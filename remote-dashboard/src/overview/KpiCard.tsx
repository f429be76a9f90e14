import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'
import type { Metrics } from 'shared/contract/dashboard/metrics.ts'
import { Popover, VisuallyHidden } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { AnsweredResolution } from '../metric-tickets/AnsweredResolution.tsx'
import { preloadTicketsProps } from '../metric-tickets/LazyTickets.tsx'
import { durationParts, formatCount } from '../metrics/format-metric.ts'
import { LazyDefinition } from '../metrics/LazyDefinition.tsx'
import { MedianAndP90, medianAndP90Of } from '../metrics/MedianAndP90.tsx'
import { changeOf } from '../metrics/metric-change.ts'
import type { Kpi } from '../metrics/metric-texts.ts'
import classes from './KpiCard.module.css'
import overview from './Overview.module.css'

export interface KpiCardProps {
  kpi: Kpi
  value: number | null
  before: number | null
  metrics: Metrics
  unanswered: number
  spark: ReactNode
  onTickets: (tickets: TicketsOfMetric) => void
}

export function KpiCard({ kpi, value, before, metrics, unanswered, spark, onTickets }: KpiCardProps) {
  const { label, tickets, spread } = kpi
  const isDuration = spread !== undefined
  const parts = isDuration ? durationParts(value) : [{ number: formatCount(value ?? 0), unit: 'เคส' }]
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2 className={classes.label}>{label}</h2>
        <Popover
          label={`${label} นับอย่างไร`}
          className={classes.info}
          content={<LazyDefinition name={kpi.name} isOwn={kpi.isOwn ?? false} />}
        >
          <IconInfoCircle size={18} aria-hidden />
        </Popover>
      </header>
      <button
        type="button"
        className={classes.metric}
        {...preloadTicketsProps}
        onClick={() => onTickets({ metric: tickets, ...(isDuration && { order: 'longest' }) })}
      >
        {parts.map(({ number, unit }) => (
          <span key={unit} className={classes.part}>
            {number} <span className={classes.unit}>{unit}</span>{' '}
          </span>
        ))}
        <VisuallyHidden>{label} ดูเคส</VisuallyHidden>
      </button>
      {spread === undefined ? null : (
        <div>
          <MedianAndP90 {...medianAndP90Of(metrics, spread)} />
          {spread === 'resolution' ? <AnsweredResolution metrics={metrics} onTickets={onTickets} /> : null}
        </div>
      )}
      <div className={classes.foot}>
        <Change now={value} before={before} isDuration={isDuration} />
        <div className={`${classes.spark} ${overview.chart}`} inert>
          {spark}
        </div>
      </div>
      {unanswered > 0 ? (
        <button
          type="button"
          className={classes.unanswered}
          onClick={() => onTickets({ metric: 'unanswered' })}
        >
          ไม่ได้ตอบ {formatCount(unanswered)} เคส
        </button>
      ) : null}
    </section>
  )
}

function Change({
  now,
  before,
  isDuration,
}: {
  now: number | null
  before: number | null
  isDuration: boolean
}) {
  const change = changeOf(now, before, isDuration)
  if (change === null) return <p className={classes.change}>ไม่มีช่วงก่อนให้เทียบ</p>
  if (change.direction === 'same') return <p className={classes.change}>เท่าช่วงก่อน</p>
  const isUp = change.direction === 'up'
  return (
    <p className={classes.change} data-tone={change.isBetter ? 'better' : 'worse'}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <VisuallyHidden>{isUp ? 'เพิ่มขึ้น' : 'ลดลง'}</VisuallyHidden> {change.amount}
      {isDuration ? (
        <VisuallyHidden> จากช่วงก่อน</VisuallyHidden>
      ) : (
        <span className={classes.than}> จากช่วงก่อน</span>
      )}
      <VisuallyHidden>{change.isBetter ? ' ดีขึ้น' : ' แย่ลง'}</VisuallyHidden>
    </p>
  )
}
