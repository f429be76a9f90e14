import { dashboardCalls } from 'shared/api'
import { serverNow } from 'shared/session'

// Loads the API code in parallel with the page; if this fails, the first call loads it again.
dashboardCalls().catch(() => undefined)

/** Days of the displayed metrics, and the time at which they were read. */
export interface Reading {
  from: string
  to: string
  at: string
}

/** Of a server that says nothing of its days there is none. */
export const readingOf = ({ from, to, at }: { from?: string; to?: string; at: string }): Reading | null =>
  from && to ? { from, to, at } : null

/**
 * What was read, with when: as the server says it, and of one that says nothing by the clock of this device. It belongs to the answer, for
 * what stands in place of another answer (`isPlaceholderData`) was read before.
 */
export const readAt = <T extends { at?: string | undefined }>(answer: T): T & { at: string } => ({
  ...answer,
  at: answer.at ?? new Date(serverNow()).toISOString(),
})
