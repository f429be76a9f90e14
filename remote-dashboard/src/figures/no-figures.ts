import type { Figures } from 'shared/contract/dashboard/figures.ts'

/** Of days on which nothing happened, or of which nothing is known. */
export const NO_FIGURES: Figures = {
  handled_count: 0,
  closed_count: 0,
  unanswered_count: 0,
  reply_count: 0,
  avg_pickup_secs: null,
  avg_first_response_secs: null,
  avg_resolution_secs: null,
}
