import { type SQL, sql } from 'drizzle-orm'
import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'
import type { Db } from '../db/client.ts'
import { customerName } from './ticket-customer.ts'
import { findTimelineEvents } from './timeline-event.store.ts'

/** Time in ms for which missed transfers are reported; longer than a break. */
const VISIBLE_MS = 2 * 60 * 60_000
const MAX_CHANGES = 50

interface AssignmentChangeRow extends Record<string, unknown> {
  staff_id: string
  event_id: string
  channel_key: string
  customer_name: string | null
  customer_line_id: string
}

/** Returns missed transfers, unless the ticket changed again or the staff member acted on it afterwards. */
export async function findAssignmentChanges(
  db: Db,
  staffIds: readonly string[],
  now: Date,
): Promise<{ staffId: string; assignmentChange: AssignmentChange }[]> {
  const found = await db.execute<AssignmentChangeRow>(assignmentChangesStatement(staffIds, now))
  const timelineEvents = await findTimelineEvents(
    db,
    found.rows.map(({ event_id }) => Number(event_id)),
  )
  return found.rows.flatMap(({ staff_id: staffId, event_id, channel_key, ...row }) => {
    const timelineEvent = timelineEvents.get(String(event_id))
    const customer = customerName(row.customer_name, row.customer_line_id)
    return timelineEvent === undefined
      ? []
      : [{ staffId, assignmentChange: { channel_key, customer, timeline_event: timelineEvent } }]
  })
}

export function assignmentChangesStatement(staffIds: readonly string[], now: Date): SQL {
  const since = new Date(now.getTime() - VISIBLE_MS).toISOString()
  return sql`
    with lately as materialized (
      select id, ticket_id, staff_id, data ->> 'from' as from_id, data ->> 'to' as to_id from ticket_events
      where at > ${since}::timestamptz and kind in ('transferred', 'returned'))
    select p.id as staff_id, h.* from unnest(${sql.param([...new Set(staffIds)])}::uuid[]) p(id) cross join lateral (
      select e.id as event_id, t.channel_key, c.display_name as customer_name, c.line_user_id as customer_line_id
      from lately e join tickets t on t.id = e.ticket_id join customers c on c.id = t.customer_id
      where p.id::text in (e.from_id, e.to_id) and e.staff_id is distinct from p.id
        and case when t.assignee_id = p.id then t.status = 'OPEN' and e.to_id = p.id::text else e.from_id = p.id::text end
        and not exists (select from ticket_events l where l.ticket_id = e.ticket_id and l.id > e.id and l.staff_id = p.id)
      order by e.id desc limit ${MAX_CHANGES}) h
    order by h.event_id`
}
