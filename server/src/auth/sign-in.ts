import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { openSession } from '../sessions/session.store.ts'
import { hashToken, newToken } from '../sessions/token.ts'
import { saveSignedInStaff } from '../staff/staff.store.ts'
import { identifyByCode, type LoginCode } from './line-login.ts'

/**
 * Signing in with the code that LINE gave. LINE takes a code once; a code that comes again while the first exchange is still
 * running (a double click, an effect that ran twice) gets the same answer instead of a refusal.
 */
export function createSignIn(context: ServerContext): (login: LoginCode) => Promise<string> {
  const running = new Map<string, Promise<string>>()
  return (login) => {
    // A code that somebody else is just exchanging is theirs.
    const key = hashToken(`${login.code} ${login.begun?.nonce ?? ''}`)
    const already = running.get(key)
    if (already) return already
    const fresh = signInOnce(context, login).finally(() => running.delete(key))
    running.set(key, fresh)
    return fresh
  }
}

/** Life of the session of a person who waits for approval. */
const WAITING_DAYS = 1

/**
 * Answers the new session's token. Throws what `identifyByCode` throws, `suspended`, and `waiting_approval` with a token that
 * is of no use until the account is approved: the waiting page polls with it, and then continues with it.
 */
async function signInOnce(context: ServerContext, login: LoginCode): Promise<string> {
  const now = context.now()
  const identity = await identifyByCode(context, login, now)
  const person = await saveSignedInStaff(context.db, identity, now)
  if (person.status === 'SUSPENDED') throw new DeskError('suspended')
  const isWaiting = person.status === 'PENDING'
  const token = newToken()
  const days = isWaiting ? WAITING_DAYS : context.config.sessionDays
  await openSession(context.db, { tokenHash: hashToken(token), staffId: person.id, now, days })
  if (isWaiting) throw new DeskError('waiting_approval', { waiting_token: token })
  return token
}
