import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import {
  LISTED_METRICS,
  MetricTicketsPageSchema,
  metricTicketsPageQuery,
} from './list-metric-tickets.call.ts'
import { periodQuery } from './period.ts'

/** The metric `handling` ignores the period. Its `secs` are from the user's first assignment until the close. */
export const OWN_LISTED_METRICS = [...LISTED_METRICS, 'handling'] as const

/** Available to every role. The metric `held` lists the tickets that `handled_count` counts. */
export const listOwnMetricTickets = defineCall({
  name: 'listOwnMetricTickets',
  method: 'GET',
  path: '/api/staff/own-metric-tickets',
  summary: "The tickets behind one of the caller's own metrics, latest or longest first",
  access: 'staff',
  query: z.object({ ...periodQuery, metric: z.enum(OWN_LISTED_METRICS), ...metricTicketsPageQuery }),
  response: MetricTicketsPageSchema,
  errors: ['forbidden_channel'],
})
