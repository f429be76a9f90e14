import type pg from 'pg'

/** Marks unsent replies of the backup as failed, so that staff check whether the old desk has delivered them. */
export async function endUndecidedReplies(client: pg.ClientBase): Promise<void> {
  const ended = await client.query<{ message_id: string }>(`
    update deliveries set state = 'failed', error_code = 'reply_unknown', error = 'under way when the backup was written',
      leased_until = null
    where state in ('queued', 'sending') returning message_id`)
  // The original desk may have sent a push after the backup was written. The push's creation is stored as the time of
  // its first request to LINE, because LINE recognizes a repeated push only for a limited time.
  await client.query(`update line_sends set outcome = 'unknown', ended_at = now(),
    first_called_at = coalesce(first_called_at, case when via = 'push' then created_at end) where outcome is null`)
  const ids = [ended.rows.map(({ message_id }) => message_id)]
  await client.query(
    `insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
     select ticket_id, channel_key, 'answer_failed', sender_staff_id, now(),
       jsonb_build_object('message_id', id, 'code', 'reply_unknown')
     from messages where id = any($1::uuid[])`,
    ids,
  )
  await client.query(
    `update tickets t set version = version + 1,
       waiting_since = case when status = 'OPEN' then (
         select min(m.event_time) from messages m
         where m.ticket_id = t.id and m.direction = 'IN' and m.seq > coalesce((
           select max(o.seq) from messages o left join deliveries d on d.message_id = o.id
           where o.ticket_id = t.id and o.direction = 'OUT' and d.state is distinct from 'failed'), 0)) end
     where id in (select ticket_id from messages where id = any($1::uuid[]))`,
    ids,
  )
  await client.query(
    `with counted as (
       select m.id, row_number() over (partition by m.ticket_id order by m.seq) as nth,
         greatest(t.revision, t.last_seq) as before
       from messages m join tickets t on t.id = m.ticket_id where m.id = any($1::uuid[]))
     update messages m set revision = before + nth from counted where counted.id = m.id`,
    ids,
  )
  await client.query(
    `update tickets t set revision = m.revision
     from (select ticket_id, max(revision) as revision from messages where id = any($1::uuid[]) group by 1) m
     where m.ticket_id = t.id`,
    ids,
  )
}
