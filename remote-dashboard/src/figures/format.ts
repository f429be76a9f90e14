import { formatClock, formatDuration } from 'shared/ui'

const counts = new Intl.NumberFormat('en-US')

/** `1,284`. */
export const formatCount = (count: number) => counts.format(count)

/** Of so many of something in so many hours: `12`, `2.5`, `<0.1`. */
export function formatAverage(sum: number, times: number): string {
  const average = sum / Math.max(1, times)
  if (average > 0 && average < 0.05) return '<0.1'
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average))
}

/** What each is of all, in whole percents that add to 100: what rounding down leaves goes to those that lost the most by it. */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const exact = counts.map((count) => (count / Math.max(1, total)) * 100)
  const whole = exact.map(Math.floor)
  const lost = (index: number) => (whole[index] ?? 0) - (exact[index] ?? 0)
  const left = Math.round(exact.reduce((sum, part, index) => sum + part - (whole[index] ?? 0), 0))
  for (const index of [...whole.keys()].sort((a, b) => lost(a) - lost(b)).slice(0, left))
    whole[index] = (whole[index] ?? 0) + 1
  return whole
}

/** For cells under a heading that says minutes and seconds: `01:42`, `1:02:03`; null is `–`. */
export const formatCell = (secs: number | null) => (secs === null ? '–' : formatClock(secs))

/** A length of time as numbers and their units: `14 นาที 20 วิ` is [14 นาที] [20 วิ]. */
export function durationParts(secs: number | null): { number: string; unit: string }[] {
  const words = formatDuration(secs).split(' ')
  return Array.from({ length: Math.ceil(words.length / 2) }, (_, index) => ({
    number: words[index * 2] ?? '',
    unit: words[index * 2 + 1] ?? '',
  }))
}
