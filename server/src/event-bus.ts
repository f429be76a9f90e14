import { randomUUID } from 'node:crypto'
import type { QUOTA_CHANGED } from 'shared/contract/constants.ts'
import type { Mention } from 'shared/contract/notes/note.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'

/** A committed change, published to other modules. An event that sockets receive has the name of its `ServerEvent`. */
export type DeskEvent =
  | ClusterEvent
  /** Events of a ticket, for users who may see the channel; messages and timeline events only for subscribers. */
  | { kind: 'ticket'; channelKey: string; ticketId: string; events: ServerEvent[] }
  /** Ticket lists of a channel are outdated. `counted`: a new total is available to lists that show the old one. */
  | { kind: 'ticket_list_update'; channelKey: string; reason: typeof QUOTA_CHANGED | 'counted' }
  /** Canned replies (suggestions) of this channel were changed; null: those for all channels. */
  | { kind: 'suggestions_update'; channelKey: string | null }
  | { kind: 'mention'; staffId: string; mention: Mention }
  /** A note with unseen mentions of these staff members was changed or deleted; sent only to their sockets. */
  | { kind: 'mentions_update'; staffIds: readonly string[]; channelKey: string }
  /** The staff member's sockets must close, because the session ended or the staff member's rights changed. */
  | { kind: 'session_ended'; staffId: string; tokenHash?: string }
  /** Messages to LINE are due. `retryChannel`: staff requested a retry, which ends the channel's backoff. */
  | { kind: 'outbox'; ticketId: string; retryChannel?: string }
  /** A request to LINE for this channel succeeded: messages and media that wait for LINE may be retried. */
  | { kind: 'line_succeeded'; channelKey: string; call: 'send' | 'content' | 'other' }
  /** A customer unsent a message, so the message's blobs must be deleted. */
  | { kind: 'unused_blobs'; keys: readonly string[] }

/** An event that is also sent to other processes; small enough for a PostgreSQL notification (8,000 bytes). */
export type ClusterEvent =
  | { kind: 'viewers'; server: string; viewers: readonly Viewer[] }
  /** `online`: staff with an open page in another process, sent regularly and on changes. `offline`: staff who left. */
  | { kind: 'online' | 'offline'; server: string; staffIds: readonly string[] }
  /** A customer was changed. `ticketId`: the customer's open ticket, if the VIP mark has changed its priority. */
  | { kind: 'customer_update'; channelKey: string; customerId: string; ticketId?: string | undefined }
  /** A ticket was transferred to or away from these staff members by another person; sent only to their sockets. */
  | { kind: 'assignment_changed'; staffIds: readonly string[]; assignmentChange: AssignmentChange }
  /** Tickets changed by a process without sockets, such as the command line. Every server reads and publishes them. */
  | { kind: 'tickets_changed'; tickets: readonly ChangedTicket[] }
  | { kind: 'ticket_read'; staffId: string; ticketId: string; seq: number }

/** `eventId`: id of the change's timeline event. `isAlert`: the assignee is absent, so all staff are alerted. */
export interface ChangedTicket {
  id: string
  eventId?: number
  isAlert?: boolean
}

/** A staff member and the conversations that this person has open in one process; none after the person has left. */
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
