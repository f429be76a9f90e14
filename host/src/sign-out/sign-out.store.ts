import { leavePage } from 'shared/extensions'
import { personDatabaseCalls, readPersonal, readSession, signOut } from 'shared/session'

/** A database that does not answer keeps nobody from leaving. */
const COUNT_WITHIN_MS = 1_500

/** What signing out would remove for good. */
export interface Unsent {
  /** null: the browser does not say; there may be some. */
  messages: number | null
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

export async function unsentNow(): Promise<Unsent> {
  const staffId = readSession().profile?.id
  if (!staffId) return { messages: 0, drafts: 0 }
  const kept = await countOutbox(staffId)
  const messages = kept === null ? null : readPersonal(staffId, 'outbox').size + kept
  return { messages, drafts: readPersonal(staffId, 'draft').size }
}

async function countOutbox(staffId: string): Promise<number | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, COUNT_WITHIN_MS, null))
  const counted = personDatabaseCalls().then((calls) => calls.countOutbox(staffId))
  return Promise.race([counted, late]).catch((error: unknown) => {
    console.warn('what was sent off could not be counted', error)
    return null
  })
}

/** A person wants to leave: at once, or after they have heard what would be lost; first of all on the page that is shown. */
export function requestSignOut(): void {
  leavePage(() => void askOrSignOut())
}

async function askOrSignOut(): Promise<void> {
  const unsent = await unsentNow()
  if (unsent.messages === 0 && unsent.drafts === 0) signOut()
  else ask(unsent)
}

export function answerSignOut(leaves: boolean): void {
  ask(null)
  if (leaves) signOut()
}
