import { dashboardCalls } from 'shared/api'
import { serverNow } from 'shared/session'

// Loads the API code in parallel with the page; if this fails, the first API call loads the code again.
dashboardCalls().catch(() => undefined)

/** Days of the displayed metrics, and the time when they were read. */
export interface Snapshot {
  from: string
  to: string
  at: string
}

/** Returns the days and time of metrics, or null when the server does not send the days. */
export const snapshotOf = ({ from, to, at }: { from?: string; to?: string; at: string }): Snapshot | null =>
  from && to ? { from, to, at } : null

/**
 * Adds the time of reading to a response: the time that the server sent, otherwise `serverNow()`. Stored in the
 * response, because placeholder metrics (`isPlaceholderData`) keep their earlier time.
 */
export const withReadTime = <T extends { at?: string | undefined }>(response: T): T & { at: string } => ({
  ...response,
  at: response.at ?? new Date(serverNow()).toISOString(),
})
