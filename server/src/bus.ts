import { randomUUID } from 'node:crypto'
import type { QUOTA_CHANGED } from 'shared/contract/constants.ts'
import type { Mention } from 'shared/contract/notes/note.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'

/** A committed change. Events sent to sockets have the name of their `ServerEvent`. */
export type DeskEvent =
  | ClusterEvent
  /** Events for users who may see the channel; messages and timeline events only for the ticket's subscribers. */
  | { kind: 'ticket'; channelKey: string; ticketId: string; events: ServerEvent[] }
  /** `counted`: a list received a stale total, which can now be counted again. */
  | { kind: 'ticket_list_update'; channelKey: string; reason: typeof QUOTA_CHANGED | 'counted' }
  /** Null means suggestions for all channels. */
  | { kind: 'suggestions_update'; channelKey: string | null }
  | { kind: 'mention'; staffId: string; mention: Mention }
  /** A note with unseen mentions of these staff members was changed or deleted; sent only to their sockets. */
  | { kind: 'mentions_update'; staffIds: readonly string[]; channelKey: string }
  /** The staff member's sockets must close: the session ended or the staff member's rights changed. */
  | { kind: 'session_ended'; staffId: string; tokenHash?: string }
  /** `retryChannel`: a staff member requested a retry, so the rate-limit backoff of this channel ends. */
  | { kind: 'outbox'; ticketId: string; retryChannel?: string }
  /** A request to LINE for this channel succeeded: messages and media that wait for LINE may be retried. */
  | { kind: 'line_succeeded'; channelKey: string; call: 'send' | 'content' | 'other' }
  /** A message was unsent: delete its blobs. */
  | { kind: 'unused_blobs'; keys: readonly string[] }

/** An event small enough for a PostgreSQL notification (8,000 bytes). */
export type ClusterEvent =
  | { kind: 'viewers'; server: string; viewers: readonly Viewer[] }
  /** Staff with an open page in another process (sent on changes and every few seconds), or staff who left. */
  | { kind: 'online' | 'offline'; server: string; staffIds: readonly string[] }
  /** `ticketId`: the customer's open ticket, which has changed with the VIP mark. */
  | { kind: 'customer_update'; channelKey: string; customerId: string; ticketId?: string | undefined }
  /** A ticket was transferred to or away from these staff members by another person; sent only to their sockets. */
  | { kind: 'assignment_changed'; staffIds: readonly string[]; assignmentChange: AssignmentChange }
  /** Tickets changed by a process without sockets, such as the command line: every server reads and publishes them. */
  | { kind: 'tickets_changed'; tickets: readonly ChangedTicket[] }
  | { kind: 'ticket_read'; staffId: string; ticketId: string; seq: number }

/** `eventId`: timeline event of the change. `isAlert`: the assignee is absent, so everyone is alerted. */
export interface ChangedTicket {
  id: string
  eventId?: number
  isAlert?: boolean
}

/** A staff member and the conversations that this person has open in one process; empty after leaving. */
export interface Viewer {
  staffMember: StaffMember
  views: readonly View[]
}

export interface View {
  ticketId: string
  channelKey: string
  typing: boolean
}

export interface Bus {
  readonly id: string
  publish(event: DeskEvent): void
  subscribe(listener: (event: DeskEvent) => void): () => void
  close(): Promise<void>
}

export function createLocalBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<(event: DeskEvent) => void>()
  return {
    id: randomUUID(),
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event)
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
