import type { Metrics, Percentiles } from 'shared/contract/dashboard/metrics.ts'

export const NO_PERCENTILES: Percentiles = {
  median_pickup_secs: null,
  p90_pickup_secs: null,
  median_first_response_secs: null,
  p90_first_response_secs: null,
  median_resolution_secs: null,
  p90_resolution_secs: null,
  avg_answered_resolution_secs: null,
  median_answered_resolution_secs: null,
  p90_answered_resolution_secs: null,
}

export const NO_METRICS: Metrics = {
  handled_count: 0,
  closed_count: 0,
  unanswered_count: 0,
  reply_count: 0,
  avg_pickup_secs: null,
  avg_first_response_secs: null,
  avg_resolution_secs: null,
  ...NO_PERCENTILES,
}
