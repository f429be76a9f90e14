import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { formatCell, formatCount } from '../metrics/format-metric.ts'
import { preloadTicketsProps } from './LazyTickets.tsx'
import classes from './MetricCell.module.css'

export interface MetricCellProps {
  value: number | null
  isDuration: boolean
  label: (shown: string) => string
  tickets: TicketsOfMetric
  onTickets: (tickets: TicketsOfMetric) => void
}

export function MetricCell({ value, isDuration, label, tickets, onTickets }: MetricCellProps) {
  const shown = isDuration ? formatCell(value) : formatCount(value ?? 0)
  if (value === null || (value === 0 && !isDuration)) return <span className={classes.nothing}>{shown}</span>
  return (
    <button
      type="button"
      className={classes.value}
      aria-label={label(shown)}
      {...preloadTicketsProps}
      onClick={() => onTickets(isDuration ? { ...tickets, order: 'longest' } : tickets)}
    >
      {shown}
    </button>
  )
}
