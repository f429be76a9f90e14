import type { ChangedTicket } from '../event-bus.ts'
import type { ServerContext } from '../server-context.ts'
import { findTickets } from './ticket.store.ts'
import { ticketOf } from './ticket-row.ts'
import { type ListReason, ticketUpdateEvent } from './ticket-update-event.ts'
import { findTimelineEvents } from './timeline-event.store.ts'

const REASONS: Record<string, ListReason> = { returned: 'returned', transferred: 'transferred' }

export async function publishChangedTickets(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  changed: readonly ChangedTicket[],
): Promise<void> {
  const tickets = await findTickets(
    db,
    changed.map(({ id }) => id),
  )
  const timelineEvents = await findTimelineEvents(
    db,
    changed.flatMap(({ eventId }) => eventId ?? []),
  )
  for (const { id, eventId, isAlert } of changed) {
    const row = tickets.get(id)
    if (row === undefined) continue
    const ticket = ticketOf(row)
    const timelineEvent = timelineEvents.get(String(eventId))
    const reason = timelineEvent === undefined ? undefined : REASONS[timelineEvent.kind]
    bus.publish(
      ticketUpdateEvent(ticket, {
        reason,
        isAlert,
        timelineEvents: timelineEvent === undefined ? [] : [timelineEvent],
      }),
    )
    if (!timelineEvent?.to) continue
    const assignmentChange = {
      channel_key: ticket.channel_key,
      customer: ticket.profile.display_name,
      timeline_event: timelineEvent,
    }
    bus.publish({ kind: 'assignment_changed', staffIds: [timelineEvent.to.id], assignmentChange })
  }
}
