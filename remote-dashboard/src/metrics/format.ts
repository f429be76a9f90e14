import { formatClock, formatDuration } from 'shared/ui'

const counts = new Intl.NumberFormat('en-US')

/** Formats a count, for example `1,284`. */
export const formatCount = (count: number) => counts.format(count)

/** Formats an average per hour as `12`, `2.5` or `<0.1`. */
export function formatAverage(sum: number, times: number): string {
  const average = sum / Math.max(1, times)
  if (average > 0 && average < 0.05) return '<0.1'
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average))
}

/** Returns percentages of counts. Each is rounded separately, so they need not add up to 100. */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => Math.round((count / Math.max(1, total)) * 100))
}

/** Rounds a duration to whole seconds, half up, for all shown and exported durations. */
export const wholeSeconds = (secs: number) => Math.round(secs)

/** Formats a duration for table cells as `01:42` or `1:02:03`, or as `–` for null. */
export const formatCell = (secs: number | null) => (secs === null ? '–' : formatClock(wholeSeconds(secs)))

/** Splits a formatted duration into numbers and units: `14 นาที 20 วิ` becomes [14 นาที] [20 วิ]. */
export function durationParts(secs: number | null): { number: string; unit: string }[] {
  const words = formatDuration(secs).split(' ')
  return Array.from({ length: Math.ceil(words.length / 2) }, (_, index) => ({
    number: words[index * 2] ?? '',
    unit: words[index * 2 + 1] ?? '',
  }))
}
