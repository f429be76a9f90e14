import type { Desk } from '../desk.ts'
import { DeskError } from '../errors.ts'
import { saveSignedInStaff } from '../staff/staff.store.ts'
import { identifyByCode } from './line-login.ts'
import { openSession } from './session.store.ts'
import { hashToken, newToken } from './token.ts'

/**
 * Signing in with the code that LINE gave. LINE takes a code once; a code that comes again while the first exchange is still
 * running (a double click, an effect that ran twice) gets the same answer instead of a refusal.
 */
export function createSignIn(desk: Desk): (code: string) => Promise<string> {
  const running = new Map<string, Promise<string>>()
  return (code) => {
    const key = hashToken(code)
    const already = running.get(key)
    if (already) return already
    const fresh = signInOnce(desk, code).finally(() => running.delete(key))
    running.set(key, fresh)
    return fresh
  }
}

/** A person who waits for approval is heard again for this long without signing in anew. */
const WAITING_DAYS = 1

/**
 * Answers the new session's token. Throws `suspended` beside what LINE refuses, and `waiting_approval` with a token that opens
 * nothing until the account is approved: the page that waits asks with it, and goes on with it.
 */
async function signInOnce(desk: Desk, code: string): Promise<string> {
  const now = desk.now()
  const identity = await identifyByCode(desk, code, now)
  const person = await saveSignedInStaff(desk.db, identity, now)
  if (person.status === 'SUSPENDED') throw new DeskError('suspended')
  const isWaiting = person.status === 'PENDING'
  const token = newToken()
  const days = isWaiting ? WAITING_DAYS : desk.config.sessionDays
  await openSession(desk.db, { tokenHash: hashToken(token), staffId: person.id, now, days })
  if (isWaiting) throw new DeskError('waiting_approval', { waiting_token: token })
  return token
}
