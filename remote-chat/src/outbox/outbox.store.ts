import { useSyncExternalStore } from 'react'
import { serverNow } from 'shared/session'
import {
  hasNoteDraft,
  notifyPendingChanged,
  onPendingOwnerChange,
  pendingOwner,
  readDraft,
  subscribePending,
} from './drafts.store.ts'
import type { Outbox } from './outbox.ts'
import { isRetriedAutomatically } from './outbox-failures.ts'
import type { openOutboxStorage } from './outbox-storage.ts'
import { UserOutbox } from './user-outbox.ts'

let current: UserOutbox

const openStorage: typeof openOutboxStorage = async (...options) => {
  const { openOutboxStorage } = await import(/* webpackChunkName: "outbox" */ './outbox-storage.ts')
  return openOutboxStorage(...options)
}

function followOwner(): void {
  current?.end()
  const owner = pendingOwner()
  current = new UserOutbox(owner ?? '', openStorage, notifyPendingChanged)
  if (owner === null) current.end()
}
onPendingOwnerChange(followOwner)
followOwner()

export const readOutbox = (): Outbox => current.messages

/** Returns the pending messages of one conversation; the same reference until one of them changes. */
export function useOutbox(ticketId: string): Outbox {
  return useSyncExternalStore(subscribePending, () => current.ofTicket(ticketId))
}

export const loadOutbox = (): Promise<void> => current.load()
export const isOutboxLoaded = (): boolean => current.isLoaded
export const rereadOutbox = (ticketId: string): Promise<void> => current.reread(ticketId)
export const outboxStored = (): Promise<void> => current.written()
export const readImage = (id: string): Promise<Blob | null> => current.readImage(id)
export const maySend = (id: string): Promise<boolean> => current.maySend(id)
export const allowUnstored = (): void => current.allowUnstored()
export const abandonedOf = (ticketId: string): Outbox => current.abandonedOf(ticketId)
export const claimAbandoned = (ticketId: string): Outbox => current.claimAbandoned(ticketId)
export const updateOutbox = (...change: Parameters<UserOutbox['update']>): void => current.update(...change)

export function usePendingMark(ticketId: string): 'failed' | 'waiting' | 'draft' | null {
  return useSyncExternalStore(subscribePending, () => {
    const now = serverNow()
    const failed = current.ofTicket(ticketId).filter((each) => each.state === 'failed')
    if (failed.length > 0)
      return failed.every((each) => isRetriedAutomatically(each, now)) ? 'waiting' : 'failed'
    return readDraft(ticketId).trim() !== '' || hasNoteDraft(ticketId) ? 'draft' : null
  })
}
