import { createListeners } from 'shared/contract/listeners.ts'
import { leavePage } from 'shared/extensions'
import { readPersonal, readSession, signOut, userDatabaseCalls } from 'shared/session'

/** Timeout in ms for counting pending messages: a database that does not respond must not block the sign-out. */
const COUNT_WITHIN_MS = 1_500

export interface Pending {
  /** Number of pending messages; null (there may be some) when the browser's database does not respond. */
  messages: number | null
  drafts: number
}

let dialogData: Pending | null = null
const { subscribe, notify } = createListeners()

export function openDialog(pending: Pending | null): void {
  dialogData = pending
  notify()
}

export const readDialogData = (): Pending | null => dialogData

export const subscribeDialogData = subscribe

export async function countPending(): Promise<Pending> {
  const staffId = readSession().profile?.id
  if (!staffId) return { messages: 0, drafts: 0 }
  const unsentCount = await countOutbox(staffId)
  const messages = unsentCount === null ? null : readPersonal(staffId, 'outbox').size + unsentCount
  return { messages, drafts: readPersonal(staffId, 'draft').size }
}

async function countOutbox(staffId: string): Promise<number | null> {
  const timedOut = new Promise<null>((resolve) => setTimeout(resolve, COUNT_WITHIN_MS, null))
  const counted = userDatabaseCalls().then((calls) => calls.countOutbox(staffId))
  return Promise.race([counted, timedOut]).catch((error: unknown) => {
    console.warn('pending messages could not be counted', error)
    return null
  })
}

export function requestSignOut(): void {
  leavePage(() => void confirmOrSignOut())
}

async function confirmOrSignOut(): Promise<void> {
  const pending = await countPending()
  if (pending.messages === 0 && pending.drafts === 0) signOut()
  else openDialog(pending)
}

export function resolveSignOut(leaves: boolean): void {
  openDialog(null)
  if (leaves) signOut()
}
