import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { endEarlierSession, findSession, touchSession } from './session.store.ts'
import { hashToken } from './session-token.ts'
import type { SignedIn } from './signed-in.ts'

const TOUCH_EVERY_MS = 60_000

/** Reads the row each time, so a suspension applies at once. Throws `unauthorized`, `waiting_approval`, `suspended`. */
export async function checkSession(
  context: ServerContext,
  token: string | undefined,
  address: string,
): Promise<SignedIn> {
  if (token === undefined) throw new DeskError('unauthorized')
  const now = context.now()
  const found = await findSession(context.db, hashToken(token), now)
  if (found === undefined) throw new DeskError('unauthorized')
  if (found.status === 'PENDING') throw new DeskError('waiting_approval')
  if (found.status === 'SUSPENDED') throw new DeskError('suspended')
  if (found.replaces !== null) {
    const { tokenHash, replaces } = found
    const ended = await endEarlierSession(context.db, { tokenHash, replaces, address })
    if (ended !== undefined) context.bus.publish({ kind: 'session_ended', ...ended })
  }
  if (now.getTime() - found.lastSeenAt.getTime() > TOUCH_EVERY_MS) {
    await touchSession(context.db, found.tokenHash, now, context.config.session)
  }
  const { staff, scope, tokenHash } = found
  return { staff, scope, tokenHash }
}
