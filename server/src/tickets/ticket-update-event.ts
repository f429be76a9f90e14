import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { Bus, DeskEvent } from '../event-bus.ts'
import { changeOf } from './ticket-row.ts'

/**
 * Reasons why a ticket may now be in other lists. `answer_failed`: a reply failed, so an open ticket needs a reply again.
 * `renamed` and `subject_changed`: searches find the ticket by other texts.
 */
export type ListReason =
  | 'opened'
  | 'accepted'
  | 'transferred'
  | 'returned'
  | 'closed'
  | 'answer_failed'
  | 'renamed'
  | 'subject_changed'

interface TicketUpdateOptions {
  reason?: ListReason | undefined
  /** Messages that are published before the change of the ticket. */
  messages?: readonly Message[]
  timelineEvents?: readonly TimelineEvent[]
  /** True to also publish the alert that the ticket's assignee is absent. */
  isAlert?: boolean
}

export function ticketUpdateEvent(
  ticket: Ticket,
  { reason, messages = [], timelineEvents = [], isAlert = false }: TicketUpdateOptions = {},
): DeskEvent {
  const events: ServerEvent[] = [
    ...messages.map((data) => ({ type: 'message' as const, data })),
    ...timelineEvents.map((data) => ({ type: 'timeline_event' as const, data })),
    { type: 'ticket_update', data: changeOf(ticket) },
  ]
  if (isAlert && ticket.assigned_to !== null)
    events.push({
      type: 'assignee_absent',
      data: {
        ticket_id: ticket.id,
        channel_key: ticket.channel_key,
        customer: ticket.profile.display_name,
        assigned_to: ticket.assigned_to,
        text: ticket.last_message?.direction === 'IN' ? ticket.last_message.text : null,
        seq: ticket.last_in_seq,
      },
    })
  if (reason !== undefined) {
    const { id, channel_key } = ticket
    events.push({ type: 'ticket_list_update', data: { reason, ticket_id: id, channel_key } })
  }
  return { kind: 'ticket', channelKey: ticket.channel_key, ticketId: ticket.id, events }
}

/** Publishes committed changes. Never call this inside a transaction. */
export function publishAll(bus: Bus, events: readonly DeskEvent[]): void {
  for (const event of events) bus.publish(event)
}
