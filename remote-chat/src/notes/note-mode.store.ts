import { useSyncExternalStore } from 'react'
import { createListeners } from 'shared/contract/listeners.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'

export interface FieldMode {
  readonly kind: 'reply' | 'note'
  readonly editing: TimelineEvent | null
  /** Counts the user's selections of reply or note; each focuses the field. 0: the field must not be focused. */
  readonly chosen: number
}

const REPLY: FieldMode = { kind: 'reply', editing: null, chosen: 0 }
const modes = new Map<string, FieldMode>()
const { subscribe, notify } = createListeners()

export function useFieldMode(ticketId: string): FieldMode {
  return useSyncExternalStore(subscribe, () => readFieldMode(ticketId))
}

export const readFieldMode = (ticketId: string): FieldMode => modes.get(ticketId) ?? REPLY

export function chooseFieldMode(
  ticketId: string,
  kind: FieldMode['kind'],
  editing: TimelineEvent | null = null,
  focusOnOpen = true,
): void {
  const chosen = focusOnOpen ? readFieldMode(ticketId).chosen + 1 : 0
  modes.set(ticketId, { kind, editing, chosen })
  notify()
}

/** Resets a closed conversation to the reply field, so that the note field is not mistaken for it later. */
export function forgetFieldMode(ticketId: string): void {
  modes.delete(ticketId)
}
