import { readPersonal, readSession, signOut } from 'shared/session'

/** What signing out would remove for good. */
export interface Unsent {
  messages: number
  drafts: number
}

let asked: Unsent | null = null
const listeners = new Set<() => void>()

/** Asks, or asks anew, what is to become of `unsent`; null: there is no question any more. */
export function ask(unsent: Unsent | null): void {
  asked = unsent
  for (const listener of [...listeners]) listener()
}

/** What the person has been asked about and not answered; null when there is no question. */
export const readAsked = (): Unsent | null => asked

export function subscribeAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function unsentNow(): Unsent {
  const staffId = readSession().profile?.id
  const count = (kind: 'outbox' | 'draft') => (staffId ? readPersonal(staffId, kind).size : 0)
  return { messages: count('outbox'), drafts: count('draft') }
}

/** A person wants to leave: at once, or after they have heard what would be lost. */
export function requestSignOut(): void {
  const unsent = unsentNow()
  if (unsent.messages + unsent.drafts > 0) ask(unsent)
  else signOut()
}

export function answerSignOut(leaves: boolean): void {
  ask(null)
  if (leaves) signOut()
}
