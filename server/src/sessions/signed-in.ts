import type { staff } from '../db/schema.ts'
import type { ChannelScope } from './channel-scope.ts'

/** The staff member who sent a request and is approved. */
export interface SignedIn {
  staff: Omit<typeof staff.$inferSelect, 'status' | 'allChannels' | 'createdAt'>
  scope: ChannelScope
  /** SHA-256 of the session's token, in hex. */
  tokenHash: string
}
