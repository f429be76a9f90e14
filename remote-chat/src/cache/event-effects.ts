import { QUOTA_CHANGED } from 'shared/contract/constants.ts'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TicketPatch } from 'shared/contract/tickets/ticket-patch.ts'
import type { BusEvent } from 'shared/realtime'

/** What an event does to the cache. */
export type CacheEffect =
  | { type: 'mergeMessage'; message: Message }
  | { type: 'mergeLine'; line: ConversationLine }
  | { type: 'mergeTicket'; patch: TicketPatch }
  /** This person has read the ticket up to `seq`, here or on another device. */
  | { type: 'markSeen'; ticketId: string; seq: number }
  /** Ask for the lists again, and for a ticket whose conversation is open, if it is known in an older version. */
  | { type: 'checkTicket'; ticketId: string; version: number }
  /** Ask the server for the lists again; many in a row are one. */
  | { type: 'reloadLists' }
  /** Ask for the accounts again: how much of their month is used up is told with them. */
  | { type: 'reloadChannels' }
  /** Ask for the canned replies again. */
  | { type: 'reloadSuggestions' }
  /** Ask for what is missing of a conversation up to this number and this revision; null when anything may be. */
  | { type: 'catchUp'; ticketId: string | null; lastSeq: number | null; lastRevision: number | null }

type Effects = {
  [Type in BusEvent['type']]: (data: Extract<BusEvent, { type: Type }>['data']) => CacheEffect[]
}

/** The table: event → effects. What is not mentioned changes nothing here. */
const EFFECTS: Effects = {
  message: (message) => (isEmptyText(message) ? [] : [{ type: 'mergeMessage', message }]),
  conversation_line: (line) => [{ type: 'mergeLine', line }],
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
  // Kept by the bus: see `usePresence`.
  presence: () => [],
  // Heard by the customer's panel.
  customer_update: () => [],
  // Its line comes by itself; who was named is told by a service.
  mention: () => [],
  mentions_update: () => [],
  // Told by the alerts; what changes in lists comes by itself.
  handed_over: () => [],
  assignee_absent: () => [],
  // That it is back comes with a resync.
  database: () => [],
  error: () => [],
}

export function effectsOf(event: BusEvent): CacheEffect[] {
  const effects = EFFECTS[event.type] as (data: unknown) => CacheEffect[]
  return effects(event.data)
}

/** Text messages that are empty are ignored. */
function isEmptyText(message: Message): boolean {
  return message.message_type === 'text' && (message.text ?? '') === ''
}
