import { csvCell } from 'shared/contract/csv-cell.ts'
import type { Overview } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { percentages } from '../metrics/format-metric.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { type CsvFile, csvDuration, csvFile, csvFileName } from './csv-file.ts'
import { PERCENTILE_HEADINGS, percentileCells } from './percentile-columns.ts'

const DAY_HEADINGS = [
  ...['Day', 'Handled', 'Closed', 'Unanswered', 'Replies'],
  ...['AvgPickup', 'AvgFirst', 'AvgResolution'],
  ...PERCENTILE_HEADINGS,
]

export const daysCsv = (days: Overview['days'], filter: MetricFilter): CsvFile => ({
  name: csvFileName('days', filter),
  content: csvFile(
    DAY_HEADINGS,
    days.map((day) => [
      day.day,
      day.handled_count,
      day.closed_count,
      day.unanswered_count,
      day.reply_count,
      csvDuration(day.avg_pickup_secs),
      csvDuration(day.avg_first_response_secs),
      csvDuration(day.avg_resolution_secs),
      ...percentileCells(day),
    ]),
  ),
})

export function categoriesCsv(
  shares: readonly { category: string; count: number }[],
  filter: MetricFilter,
): CsvFile {
  const percents = percentages(shares.map(({ count }) => count))
  const rows = shares.map(({ category, count }, index) => [csvCell(category), count, percents[index] ?? 0])
  return {
    name: csvFileName('categories', filter),
    content: csvFile(['Category', 'Tickets', 'Percent'], rows),
  }
}

/** Weekday 0 is Sunday; hours are in Bangkok time. */
export const hoursCsv = (incoming: Overview['incoming'], filter: MetricFilter): CsvFile => ({
  name: csvFileName('hours', filter),
  content: csvFile(
    ['Weekday', 'Hour', 'Messages'],
    incoming
      .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
      .map(({ weekday, hour, count }) => [weekday, hour, count]),
  ),
})
