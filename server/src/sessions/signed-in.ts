import type { Role } from 'shared/contract/constants.ts'
import type { ChannelScope } from './channel-scope.ts'

/** The member of staff a request comes from. Only approved people are ever signed in. */
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
  /** The channels this person may work in. */
  scope: ChannelScope
  /** Which session: SHA-256 of its token, in hex. */
  tokenHash: string
}
