import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'

/**
 * A queued message counts as a reply, so that no second agent replies. A failed message, or one to a customer who
 * blocked the channel, does not count. All functions of this file need the ticket's lock.
 */

/** SQL for the `seq` of the last reply, 0 without a reply. Messages without a delivery row were imported as sent. */
const lastReplySeq = (ticketId: string) => sql`coalesce((
  select o.seq from messages o left join deliveries d on d.message_id = o.id
  where o.ticket_id = ${ticketId}::uuid and o.direction = 'OUT'
    and d.state is distinct from 'failed' and d.to_blocked is not true
  order by o.seq desc limit 1), 0)`

export async function recomputeWaitingSince(tx: Tx, ticketId: string): Promise<void> {
  await tx.execute(sql`
    update tickets t set waiting_since = (
      select min(m.event_time) from messages m
      where m.ticket_id = t.id and m.direction = 'IN' and m.seq > ${lastReplySeq(ticketId)})
    where t.id = ${ticketId}::uuid and t.status = 'OPEN'`)
}

/** Records the first response at the time when the agent sent it. Adds one `answered` event per waiting time. */
export async function storeReply(tx: Tx, messageId: string): Promise<void> {
  await tx.execute(sql`
    with reply as (
      select m.id, m.ticket_id, m.channel_key, m.seq, m.sender_staff_id, m.event_time
      from messages m where m.id = ${messageId}::uuid),
    first as (
      update tickets t set first_response_at = reply.event_time
      from reply where t.id = reply.ticket_id and t.first_response_at is null
      returning t.id),
    waited as (
      select q.event_time as since from reply cross join lateral (
        select min(m.event_time) as event_time from messages m
        where m.ticket_id = reply.ticket_id and m.direction = 'IN' and m.seq < reply.seq and m.seq > coalesce((
          select o.seq from messages o left join deliveries d on d.message_id = o.id
          where o.ticket_id = reply.ticket_id and o.direction = 'OUT' and o.seq < reply.seq
            and coalesce(d.state, 'sent') = 'sent' and d.to_blocked is not true
          order by o.seq desc limit 1), 0)
        having count(*) > 0) q)
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
    select reply.ticket_id, reply.channel_key, 'first_response', reply.sender_staff_id, reply.event_time, null::jsonb
    from reply join first on first.id = reply.ticket_id
    union all
    select reply.ticket_id, reply.channel_key, 'answered', reply.sender_staff_id, reply.event_time,
      jsonb_build_object('message_id', reply.id, 'waiting_since', waited.since)
    from reply cross join waited`)
}

export async function storeFailedReply(
  tx: Tx,
  messageId: string,
  failure: { at: Date; errorCode: string },
): Promise<void> {
  await tx.execute(sql`
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
    select m.ticket_id, m.channel_key, 'answer_failed', m.sender_staff_id, ${failure.at.toISOString()}::timestamptz,
      jsonb_build_object('message_id', m.id, 'code', ${failure.errorCode}::text)
    from messages m where m.id = ${messageId}::uuid`)
}
