import { dashboardCalls } from 'shared/api'
import { serverNow } from 'shared/session'

// Preloads the code of the API calls. If that fails, the first API call loads the code again.
dashboardCalls().catch(() => undefined)

export interface Snapshot {
  from: string
  to: string
  at: string
}

export const snapshotOf = ({ from, to, at }: { from?: string; to?: string; at: string }): Snapshot | null =>
  from && to ? { from, to, at } : null

/** Stores the time in the response, because placeholder metrics (`isPlaceholderData`) must keep their own time. */
export const withReadTime = <T extends { at?: string | undefined }>(response: T): T & { at: string } => ({
  ...response,
  at: response.at ?? new Date(serverNow()).toISOString(),
})
