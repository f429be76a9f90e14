import { randomUUID } from 'node:crypto'
import type { Mention } from 'shared/contract/notes/note.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { HandedOver } from 'shared/contract/tickets/handed-over.ts'

/**
 * A fact that has been committed, for the listeners of this process. Ended sessions, and what is published by `publishEverywhere`, reach
 * other processes by sessions/notice-listener.ts.
 */
export type Fact =
  | FactEverywhere
  /** To everyone who may see the channel; messages and lines only to those who have subscribed to the ticket. */
  | { kind: 'ticket'; channelKey: string; ticketId: string; events: ServerEvent[] }
  /** Whether an account's messages of the month are used up, or nearly, reads otherwise than before. */
  | { kind: 'quota'; channelKey: string }
  /** A list was answered with a number that was out of date; now it is counted anew when it is asked for. */
  | { kind: 'totals'; channelKey: string }
  /** Canned replies of this account have changed, or those that serve all (null). */
  | { kind: 'suggestions'; channelKey: string | null }
  /** A note names this person: to their own sockets. */
  | { kind: 'mention'; staffId: string; mention: Mention }
  /** A note that named these people, unseen by them, reads otherwise or is gone: to their own sockets. */
  | { kind: 'mentions_changed'; staffIds: readonly string[]; channelKey: string }
  /** Sockets of this person must close: the session has ended or rights have changed. */
  | { kind: 'session_ended'; staffId: string; tokenHash?: string }
  /** A message of this ticket is due in the outbox. `retryChannel`: a person asked to retry now, so end the rate-limit pause of that channel. */
  | { kind: 'outbox'; ticketId: string; retryChannel?: string }
  /** A LINE call for this channel succeeded: messages and media that wait for LINE may be retried. */
  | { kind: 'line_answered'; channelKey: string; call: 'send' | 'content' | 'other' }
  /** A message was taken back: what came with it is to be removed from the store. */
  | { kind: 'unused_blobs'; keys: readonly string[] }

/** Facts small enough for a notification of PostgreSQL (8,000 bytes). */
export type FactEverywhere =
  /** Who has which conversations open on another process; `server` names it. */
  | { kind: 'viewers'; server: string; viewers: readonly Viewer[] }
  /** Who has a page of the desk open at another process, said at once and again every few seconds, or has left it; `server` names it. */
  | { kind: 'online' | 'offline'; server: string; staffIds: readonly string[] }
  /** Tags, notes or the VIP mark of a customer have changed, and with the mark their open case, if they have one. */
  | { kind: 'customer'; channelKey: string; customerId: string; ticketId?: string | undefined }
  /** A colleague has given these people a case, or taken one from them: to their own sockets. */
  | { kind: 'handed_over'; staffIds: readonly string[]; handedOver: HandedOver }
  /** Tickets changed by a process without sockets, such as the command line: every server reads and publishes them. */
  | { kind: 'tickets_changed'; tickets: readonly ChangedTicket[] }
  /** A person has read up to `seq`: for all of their devices. */
  | { kind: 'read'; staffId: string; ticketId: string; seq: number }

/** `lineId`: the timeline event of the change; `isAlert`: the assignee is not present, so everyone is alerted. */
export interface ChangedTicket {
  id: string
  lineId?: number
  isAlert?: boolean
}

/** A member of staff, and the conversations that they have open at one process; none when they have gone. */
export interface Viewer {
  person: StaffMember
  views: readonly View[]
}

export interface View {
  ticketId: string
  channelKey: string
  /** Types an answer at the moment. */
  typing: boolean
}

/** Publish and subscribe within one process. */
export interface Bus {
  /** Names this process among those that share its database. */
  readonly id: string
  publish(fact: Fact): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (fact: Fact) => void): () => void
  close(): Promise<void>
}

export function createLocalBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<(fact: Fact) => void>()
  return {
    id: randomUUID(),
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
