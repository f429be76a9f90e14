import type { Percentiles } from 'shared/contract/dashboard/metrics.ts'
import { csvDuration } from './csv-file.ts'

const COLUMNS: readonly (readonly [heading: string, name: keyof Percentiles])[] = [
  ['MedianPickup', 'median_pickup_secs'],
  ['P90Pickup', 'p90_pickup_secs'],
  ['MedianFirst', 'median_first_response_secs'],
  ['P90First', 'p90_first_response_secs'],
  ['MedianResolution', 'median_resolution_secs'],
  ['P90Resolution', 'p90_resolution_secs'],
  ['AvgResolutionAnswered', 'avg_answered_resolution_secs'],
  ['MedianResolutionAnswered', 'median_answered_resolution_secs'],
  ['P90ResolutionAnswered', 'p90_answered_resolution_secs'],
]

export const PERCENTILE_HEADINGS = COLUMNS.map(([heading]) => heading)

export const percentileCells = (metrics: Percentiles) => COLUMNS.map(([, name]) => csvDuration(metrics[name]))
