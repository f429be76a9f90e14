import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import { endReplacedSessions, openSession } from '../sessions/session.store.ts'
import { hashToken, newToken } from '../sessions/token.ts'
import { saveSignedInStaff } from '../staff/staff.store.ts'
import { identifyByCode, type LoginCode } from './line-login.ts'

/** Who asks to be signed in. */
export interface SignInClient {
  address: string
  userAgent: string | undefined
  /** The token that the browser has from before. */
  oldToken: string | undefined
}

/**
 * Signing in with the code that LINE gave. LINE takes a code once; a code that comes again while the first exchange is still
 * running (a double click, an effect that ran twice) gets the same answer instead of a refusal.
 */
export function createSignIn(
  context: ServerContext,
): (login: LoginCode, client: SignInClient) => Promise<string> {
  const running = new Map<string, Promise<string>>()
  return (login, client) => {
    // A code that somebody else is just exchanging is theirs.
    const key = hashToken(`${login.code} ${login.begun?.nonce ?? ''}`)
    const already = running.get(key)
    if (already) return already
    const fresh = signInOnce(context, login, client).finally(() => running.delete(key))
    running.set(key, fresh)
    return fresh
  }
}

/** Life of the session of a person who waits for approval. */
const WAITING_HOURS = 24

/**
 * Answers the new session's token; the one that the browser had before ends (at once, or when a person who waits goes on). Throws what `identifyByCode` throws, `suspended`, and
 * `waiting_approval` with a token that is of no use until the account is approved: the waiting page polls with it, and then
 * continues with it.
 */
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
    // Who waits is not signed in yet: the browser goes on with what it had, until this session is used.
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
