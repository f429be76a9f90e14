import type { Mention } from 'shared/contract/notes/note.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'

/** A fact that has been committed, for the listeners of this process; ended sessions reach other processes by session-end-listener.ts. */
export type Fact =
  /** To everyone who may see the channel; messages and lines only to those who have subscribed to the ticket. */
  | { kind: 'ticket'; channelKey: string; ticketId: string; events: ServerEvent[] }
  /** Whether an account's messages of the month are used up, or nearly, reads otherwise than before. */
  | { kind: 'quota'; channelKey: string }
  /** Canned replies of this account have changed, or those that serve all (null). */
  | { kind: 'suggestions'; channelKey: string | null }
  /** A note names this person: to their own sockets. */
  | { kind: 'mention'; staffId: string; mention: Mention }
  /** Sockets of this person must close: the session has ended or rights have changed. */
  | { kind: 'session_ended'; staffId: string; tokenHash?: string }
  /** A message waits in the outbox of this ticket: wakes the delivery worker. */
  | { kind: 'outbox'; ticketId: string }
  /** A message was taken back: what came with it is to be removed from the store. */
  | { kind: 'unused_blobs'; keys: readonly string[] }

/** Publish and subscribe within one process. */
export interface Bus {
  publish(fact: Fact): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (fact: Fact) => void): () => void
  close(): Promise<void>
}

export function createLocalBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<(fact: Fact) => void>()
  return {
    publish(fact) {
      for (const listener of listeners) {
        try {
          listener(fact)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
    },
  }
}
