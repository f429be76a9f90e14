import { sql } from 'drizzle-orm'
import type { IssueType } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { mayManageTicket } from './accept-and-close.ts'
import { lockVisibleTicket, readTicketFor, type VisibleTicket } from './ticket.store.ts'
import { revisionOf, ticketOf } from './ticket-row.ts'
import { ticketUpdateEvent } from './ticket-update-event.ts'
import { findTimelineEvent } from './timeline-event.store.ts'

/** Changes the issue type of an open or closed ticket. */
export async function correctSubject(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  subject: IssueType,
): Promise<Ticket> {
  const { id: staffId } = signedIn.staff
  const { row, timelineEvent } = await inTransaction(context.db, async (tx) => {
    const visible = await lockVisibleTicket(tx, signedIn.scope, id)
    if (!mayManageTicket(signedIn, visible.head)) throw new DeskError('forbidden_not_assignee')
    const eventId = await changeSubject(tx, visible, { staffId, subject, now: context.now() })
    const row = await readTicketFor(tx, visible, staffId)
    return { row, timelineEvent: eventId === undefined ? undefined : await findTimelineEvent(tx, eventId) }
  })
  const ticket = ticketOf(row)
  if (timelineEvent !== undefined)
    context.bus.publish(
      ticketUpdateEvent(ticket, { reason: 'subject_changed', timelineEvents: [timelineEvent] }),
    )
  return ticket
}

/** Returns undefined when the ticket already has this issue type. */
async function changeSubject(
  tx: Tx,
  { id }: VisibleTicket,
  { staffId, subject, now }: { staffId: string; subject: IssueType; now: Date },
): Promise<number | undefined> {
  const changed = await tx.execute<{ id: string }>(sql`
    with before as (select t.id, t.subject from tickets t where t.id = ${id}::uuid),
    changed as (
      update tickets t set subject = ${subject}, version = t.version + 1, revision = ${revisionOf('t')} + 1
      from before where t.id = before.id and t.subject <> ${subject}
      returning t.id, t.channel_key, t.last_seq, t.revision, before.subject as subject_before)
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data, after_seq, revision)
    select id, channel_key, 'subject_changed', ${staffId}::uuid, ${now.toISOString()}::timestamptz,
      jsonb_build_object('subject', jsonb_build_object('from', subject_before, 'to', ${subject}::text)), last_seq, revision from changed
    returning id`)
  const [timelineEvent] = changed.rows
  return timelineEvent === undefined ? undefined : Number(timelineEvent.id)
}
