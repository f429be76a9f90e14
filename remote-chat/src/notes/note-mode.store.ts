import { useSyncExternalStore } from 'react'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'

/** What the field of a conversation is for. */
export interface FieldMode {
  readonly kind: 'answer' | 'note'
  /** The own note that is being changed. */
  readonly editing: ConversationLine | null
  /** Grows with each choice: the field takes the focus then; 0 where it does not. */
  readonly chosen: number
}

const ANSWER: FieldMode = { kind: 'answer', editing: null, chosen: 0 }
const modes = new Map<string, FieldMode>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For whom one writes in a conversation: for the customer, until a person says otherwise. */
export function useFieldMode(ticketId: string): FieldMode {
  return useSyncExternalStore(subscribe, () => readFieldMode(ticketId))
}

export const readFieldMode = (ticketId: string): FieldMode => modes.get(ticketId) ?? ANSWER

export function chooseFieldMode(
  ticketId: string,
  kind: FieldMode['kind'],
  editing: ConversationLine | null = null,
  takesFocus = true,
): void {
  const chosen = takesFocus ? readFieldMode(ticketId).chosen + 1 : 0
  modes.set(ticketId, { kind, editing, chosen })
  for (const listener of [...listeners]) listener()
}

/** A conversation that is opened again begins with answering: nobody takes the field for another than it is. */
export function forgetFieldMode(ticketId: string): void {
  modes.delete(ticketId)
}
