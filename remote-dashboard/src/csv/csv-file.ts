import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { wholeSeconds } from '../metrics/format-metric.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { periodDays } from '../period/period.ts'

/** Byte order mark that makes Excel read the file as UTF-8. */
const BOM = '\uFEFF'

/** Formats a duration, always with hours (`1:02:03`), because spreadsheets read `02:03` as hours and minutes. */
export function csvDuration(exact: number | null): string {
  if (exact === null) return ''
  const secs = wholeSeconds(exact)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(secs / 3600)}:${two(Math.floor(secs / 60) % 60)}:${two(secs % 60)}`
}

export const csvFile = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  `${BOM}${[headings, ...rows].map((cells) => cells.join(',')).join('\r\n')}\r\n`

const channelPart = (channel: string) =>
  channel === ALL_CHANNELS ? 'all' : channel.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')

/** Returns a file name such as `agent-ranking_main_7d.csv`. */
export function csvFileName(kind: string, { channel, period, isOpenHours }: MetricFilter): string {
  const range = 'from' in period ? `_${period.from}_${period.to}` : ''
  return `${kind}_${channelPart(channel)}${range}_${periodDays(period)}d${isOpenHours ? '_open-hours' : ''}.csv`
}

export const customersFileName = (channel: string) => `customers_${channelPart(channel)}.csv`

export interface CsvFile {
  name: string
  content: string
}

export function saveCsv({ name, content }: CsvFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
