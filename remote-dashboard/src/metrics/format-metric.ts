import { formatClock, formatDuration } from 'shared/ui'

const counts = new Intl.NumberFormat('en-US')

export const formatCount = (count: number) => counts.format(count)

export function formatAverage(sum: number, times: number): string {
  const average = sum / Math.max(1, times)
  if (average > 0 && average < 0.05) return '<0.1'
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average))
}

/** Returns percentages. Each is rounded separately, so they need not add up to 100. */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => Math.round((count / Math.max(1, total)) * 100))
}

/** Rounds half up, for all shown and exported durations. */
export const wholeSeconds = (secs: number) => Math.round(secs)

export const formatCell = (secs: number | null) => (secs === null ? '–' : formatClock(wholeSeconds(secs)))

/** Splits a duration into its parts: `14 นาที 20 วิ` becomes [14 นาที] [20 วิ]. */
export function durationParts(secs: number | null): { number: string; unit: string }[] {
  const words = formatDuration(secs).split(' ')
  return Array.from({ length: Math.ceil(words.length / 2) }, (_, index) => ({
    number: words[index * 2] ?? '',
    unit: words[index * 2 + 1] ?? '',
  }))
}
