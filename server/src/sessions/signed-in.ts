import type { Role } from 'shared/contract/constants.ts'
import type { ChannelScope } from './channel-scope.ts'

/** The staff member who sends a request; always approved. */
export interface SignedIn {
  staff: {
    id: string
    lineUserId: string
    displayName: string
    pictureUrl: string | null
    /** Present when another staff member has the same name. */
    idTail: string | null
    statusMessage: string | null
    email: string | null
    role: Role | null
    permissions: string[]
    lastLoginAt: Date | null
  }
  scope: ChannelScope
  /** SHA-256 of the session's token, in hex. */
  tokenHash: string
}
