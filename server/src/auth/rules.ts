import type { Role } from 'shared/contract/constants.ts'

/** The member of staff a request comes from. Only approved people are ever signed in. */
export interface SignedIn {
  staff: {
    id: string
    lineUserId: string
    displayName: string
    pictureUrl: string | null
    statusMessage: string | null
    email: string | null
    role: Role | null
    permissions: string[]
    lastLoginAt: Date | null
  }
  /** The channels this person may work in; null: all of them. */
  channelKeys: string[] | null
  /** Which session: SHA-256 of its token, in hex. */
  tokenHash: string
}

export function mayUseChannel(signedIn: Pick<SignedIn, 'channelKeys'>, channelKey: string): boolean {
  return signedIn.channelKeys === null || signedIn.channelKeys.includes(channelKey)
}
