import { QUOTA_CHANGED } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { BusEvent } from 'shared/realtime'

export type CacheEffect =
  | { type: 'mergeMessage'; message: Message }
  | { type: 'mergeTimelineEvent'; timelineEvent: TimelineEvent }
  | { type: 'mergeTicket'; patch: TicketPatch }
  | { type: 'markSeen'; ticketId: string; seq: number }
  /** If the cached version is older, refetches the lists and, when its conversation is open, the ticket. */
  | { type: 'checkTicket'; ticketId: string; version: number }
  | { type: 'reloadLists' }
  /** Refetches the channels, which include the used monthly quota. */
  | { type: 'reloadChannels' }
  | { type: 'reloadSuggestions' }
  /** Fetches missing parts of a conversation up to `lastSeq` and `lastRevision`. Without `ticketId`, refetches all. */
  | { type: 'catchUp'; ticketId: string | null; lastSeq: number | null; lastRevision: number | null }

type Effects = {
  [Type in BusEvent['type']]: (data: Extract<BusEvent, { type: Type }>['data']) => CacheEffect[]
}

const EFFECTS: Effects = {
  message: (message) => (isEmptyText(message) ? [] : [{ type: 'mergeMessage', message }]),
  timeline_event: (timelineEvent) => [{ type: 'mergeTimelineEvent', timelineEvent }],
  ticket_update: (patch) => [{ type: 'mergeTicket', patch }],
  ticket_read: ({ ticket_id, seq }) => [{ type: 'markSeen', ticketId: ticket_id, seq }],
  ticket_list_update: ({ reason }) => [{ type: reason === QUOTA_CHANGED ? 'reloadChannels' : 'reloadLists' }],
  subscribed: ({ ticket_id, last_seq, last_revision, last_version = 0 }) => [
    { type: 'catchUp', ticketId: ticket_id, lastSeq: last_seq, lastRevision: last_revision ?? null },
    { type: 'checkTicket', ticketId: ticket_id, version: last_version },
  ],
  suggestions_update: () => [{ type: 'reloadSuggestions' }],
  resync: () => [
    { type: 'reloadLists' },
    { type: 'reloadSuggestions' },
    { type: 'catchUp', ticketId: null, lastSeq: null, lastRevision: null },
  ],
  hello: () => [],
  pong: () => [],
  // The event bus stores who views a ticket: see `usePresence`.
  presence: () => [],
  // Customer updates are handled by the customer panel.
  customer_update: () => [],
  // The mentioned note arrives as its own event; a service notifies the mentioned user.
  mention: () => [],
  mentions_update: () => [],
  // The alerts handle assignment changes; the changed tickets arrive as separate events.
  assignment_changed: () => [],
  assignee_absent: () => [],
  // When the database is available again, a `resync` event follows.
  database: () => [],
  error: () => [],
}

export function cacheEffectsOf(event: BusEvent): CacheEffect[] {
  const effects = EFFECTS[event.type] as (data: unknown) => CacheEffect[]
  return effects(event.data)
}

function isEmptyText(message: Message): boolean {
  return message.message_type === 'text' && (message.text ?? '') === ''
}
