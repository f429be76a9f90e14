import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'

/**
 * Whether a staff message counts as an answer. Queued it hides the waiting, so that nobody answers twice; accepted by LINE it ends the
 * waiting; one that failed, or was sent to a customer who has blocked the account, does not count.
 * All of this runs under the lock of the ticket.
 */

/** Seq of the newest OUT message that counts; 0 when there is none. Messages without a row in the outbox were brought in as sent. */
const lastAnswerSeq = (ticketId: string) => sql`coalesce((
  select o.seq from messages o left join deliveries d on d.message_id = o.id
  where o.ticket_id = ${ticketId}::uuid and o.direction = 'OUT'
    and d.state is distinct from 'failed' and d.to_blocked is not true
  order by o.seq desc limit 1), 0)`

/** Recomputes waiting_since: the earliest time of the IN messages that no answer follows; null in a closed ticket. */
export async function recomputeWaitingSince(tx: Tx, ticketId: string): Promise<void> {
  await tx.execute(sql`
    update tickets t set waiting_since = (
      select min(m.event_time) from messages m
      where m.ticket_id = t.id and m.direction = 'IN' and m.seq > ${lastAnswerSeq(ticketId)})
    where t.id = ${ticketId}::uuid and t.status = 'OPEN'`)
}

/**
 * An answer that LINE has accepted: the ticket's first one is its first response, at the time when the person pressed send; and when
 * the customer had waited for it, that they were answered goes into the history, once for each waiting.
 */
export async function noteAnswer(tx: Tx, messageId: string): Promise<void> {
  await tx.execute(sql`
    with answer as (
      select m.id, m.ticket_id, m.channel_key, m.seq, m.sender_staff_id, m.event_time
      from messages m where m.id = ${messageId}::uuid),
    first as (
      update tickets t set first_response_at = answer.event_time
      from answer where t.id = answer.ticket_id and t.first_response_at is null
      returning t.id),
    waited as (
      select q.event_time as since from answer cross join lateral (
        select min(m.event_time) as event_time from messages m
        where m.ticket_id = answer.ticket_id and m.direction = 'IN' and m.seq < answer.seq and m.seq > coalesce((
          select o.seq from messages o left join deliveries d on d.message_id = o.id
          where o.ticket_id = answer.ticket_id and o.direction = 'OUT' and o.seq < answer.seq
            and coalesce(d.state, 'sent') = 'sent' and d.to_blocked is not true
          order by o.seq desc limit 1), 0)
        having count(*) > 0) q)
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
    select answer.ticket_id, answer.channel_key, 'first_response', answer.sender_staff_id, answer.event_time, null::jsonb
    from answer join first on first.id = answer.ticket_id
    union all
    select answer.ticket_id, answer.channel_key, 'answered', answer.sender_staff_id, answer.event_time,
      jsonb_build_object('message_id', answer.id, 'waiting_since', waited.since)
    from answer cross join waited`)
}

/** Adds `answer_failed` to the history. */
export async function noteFailedAnswer(
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
