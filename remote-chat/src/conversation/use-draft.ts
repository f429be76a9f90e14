import { useSyncExternalStore } from 'react'
import { type Draft, readDraft, subscribeDrafts } from './draft.store.ts'

export function useDraft(ticketId: string): Draft {
  return useSyncExternalStore(subscribeDrafts, () => readDraft(ticketId))
}
