import type { Percentiles } from 'shared/contract/dashboard/metrics.ts'
import { VisuallyHidden } from 'shared/ui'
import { formatCell } from './format-metric.ts'
import classes from './MedianAndP90.module.css'

export type DurationName = 'pickup' | 'first_response' | 'resolution' | 'answered_resolution'

/** Median and 90th percentile in seconds; null when unknown. */
export interface MedianAndP90Values {
  median: number | null
  p90: number | null
}

export const medianAndP90Of = (metrics: Percentiles, name: DurationName): MedianAndP90Values => ({
  median: metrics[`median_${name}_secs`],
  p90: metrics[`p90_${name}_secs`],
})

export function MedianAndP90({ median, p90, isShort = false }: MedianAndP90Values & { isShort?: boolean }) {
  if (median === null || p90 === null) return null
  const [half, most] = [formatCell(median), formatCell(p90)]
  return (
    <span className={classes.spread}>
      <span className={classes.part}>
        {isShort ? <VisuallyHidden>มัธยฐาน </VisuallyHidden> : 'มัธยฐาน '}
        {half}
      </span>
      {isShort ? <span aria-hidden="true"> / </span> : ' · '}
      <span className={classes.part}>
        {isShort ? <VisuallyHidden> P90 </VisuallyHidden> : 'P90 '}
        {most}
      </span>
    </span>
  )
}

export const MedianAndP90Hint = () => (
  <p className={classes.hint}>
    มัธยฐาน: ครึ่งหนึ่งของเคสใช้เวลาไม่เกินนี้ · P90 (เปอร์เซ็นไทล์ที่ 90): 9 ใน 10 เคสใช้เวลาไม่เกินนี้
  </p>
)
