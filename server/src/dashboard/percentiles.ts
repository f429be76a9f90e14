import type { Percentiles } from 'shared/contract/dashboard/metrics.ts'
import type { HistogramName } from './count-durations.store.ts'
import { DurationHistogram } from './duration-histogram.ts'
import type { DurationSums } from './read-durations.store.ts'

const P90 = 0.9

/** Returns an average in seconds, which is not rounded: pages round what they show. */
export const average = (ms: number, count: number) => (count === 0 ? null : ms / 1000 / count)

export const medianAndP90 = (histogram: DurationHistogram) => ({
  median: histogram.percentile(0.5),
  p90: histogram.percentile(P90),
})

export function histogramOf(all: readonly DurationSums[], ...names: HistogramName[]): DurationHistogram {
  const union = new DurationHistogram()
  for (const sums of all) for (const name of names) union.addAll(sums[name])
  return union
}

export function percentilesOf(all: readonly DurationSums[]): Percentiles {
  const pickup = medianAndP90(histogramOf(all, 'pickup'))
  const response = medianAndP90(histogramOf(all, 'response'))
  const resolution = medianAndP90(histogramOf(all, 'answered', 'unanswered'))
  const answered = medianAndP90(histogramOf(all, 'answered'))
  const sum = (of: (sums: DurationSums) => number) => all.reduce((total, sums) => total + of(sums), 0)
  return {
    median_pickup_secs: pickup.median,
    p90_pickup_secs: pickup.p90,
    median_first_response_secs: response.median,
    p90_first_response_secs: response.p90,
    median_resolution_secs: resolution.median,
    p90_resolution_secs: resolution.p90,
    avg_answered_resolution_secs: average(
      sum(({ answered_ms }) => answered_ms),
      sum(({ answered_count }) => answered_count),
    ),
    median_answered_resolution_secs: answered.median,
    p90_answered_resolution_secs: answered.p90,
  }
}
