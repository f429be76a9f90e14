import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import { endReplacedSessions, openSession } from '../sessions/session.store.ts'
import { hashToken, newToken } from '../sessions/session-token.ts'
import { saveSignedInStaff } from '../staff/staff.store.ts'
import { identifyByCode, type LoginCode } from './line-login.ts'

export interface SignInClient {
  address: string
  userAgent: string | undefined
  oldToken: string | undefined
}

/** LINE accepts a login code once, so concurrent sign-ins with one code (a double click) share one exchange. */
export function createSignIn(
  context: ServerContext,
): (login: LoginCode, client: SignInClient) => Promise<string> {
  const running = new Map<string, Promise<string>>()
  return (login, client) => {
    // The map's key includes the nonce, because another login with the same code must not receive this login's result.
    const key = hashToken(`${login.code} ${login.begun?.nonce ?? ''}`)
    const runningSignIn = running.get(key)
    if (runningSignIn) return runningSignIn
    const fresh = signInOnce(context, login, client).finally(() => running.delete(key))
    running.set(key, fresh)
    return fresh
  }
}

const WAITING_HOURS = 24

/** Throws errors of `identifyByCode`, `suspended`, or `waiting_approval` with a token that is valid after approval. */
async function signInOnce(context: ServerContext, login: LoginCode, client: SignInClient): Promise<string> {
  const now = context.now()
  const identity = await identifyByCode(context, login, now)
  const token = newToken()
  const tokenHash = hashToken(token)
  const { status, ended } = await inTransaction(context.db, async (tx) => {
    const { id: staffId, status } = await saveSignedInStaff(tx, identity, now)
    const { address, userAgent, oldToken } = client
    if (status === 'SUSPENDED') {
      const detail = { reason: 'suspended' }
      await recordSecurityEvent(tx, { kind: 'sign_in_refused', staffId, address, detail })
      return { status, ended: [] }
    }
    const isWaiting = status === 'PENDING'
    const hours = isWaiting ? WAITING_HOURS : context.config.session.idleHours
    const before = oldToken === undefined ? undefined : hashToken(oldToken)
    // A user who waits for approval keeps the browser's previous session until the new session becomes valid.
    const replaces = isWaiting ? before : undefined
    await openSession(tx, { tokenHash, staffId, now, hours, userAgent, replaces })
    const oldTokenHash = isWaiting ? undefined : before
    const ended = await endReplacedSessions(tx, { tokenHash, staffId, now, oldTokenHash })
    await recordSecurityEvent(tx, { kind: 'signed_in', staffId, address, detail: { status } })
    for (const session of ended) {
      const detail = { by: session.tokenHash === oldTokenHash ? 'new sign-in' : 'too many sessions' }
      await recordSecurityEvent(tx, { kind: 'session_ended', staffId: session.staffId, address, detail })
    }
    return { status, ended }
  })
  for (const session of ended) context.bus.publish({ kind: 'session_ended', ...session })
  if (status === 'SUSPENDED') throw new DeskError('suspended')
  if (status === 'PENDING') throw new DeskError('waiting_approval', { waiting_token: token })
  return token
}
