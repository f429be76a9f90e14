import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

const MAX_TICKETS = 100

/** Claims alerts for waiting customers of absent assignees: one server gets each. Returns the ids of the tickets. */
export async function claimAbsentAlerts(
  db: Db,
  presentIds: readonly string[],
  writtenBefore: Date,
): Promise<string[]> {
  const claimed = await db.execute<{ id: string }>(sql`
    with absent as (
      select waiting.id from staff s cross join lateral (
        select t.* from tickets t
        where t.assignee_id = s.id and t.status = 'OPEN' and t.waiting_since is not null offset 0) waiting
      where s.id <> all(${sql.param(presentIds)}::uuid[])
        and waiting.last_in_seq > coalesce(waiting.absent_alert_seq, 0)
        and coalesce((
          select m.created_at from messages m
          where m.ticket_id = waiting.id and m.seq > greatest(coalesce(waiting.absent_alert_seq, 0), waiting.last_out_seq)
            and m.direction = 'IN'
          order by m.seq limit 1), waiting.waiting_since) <= ${writtenBefore.toISOString()}::timestamptz
      limit ${MAX_TICKETS}),
    due as (select t.id from tickets t join absent on absent.id = t.id order by t.id for update of t skip locked)
    update tickets t set absent_alert_seq = t.last_in_seq, version = t.version + 1
    from due where t.id = due.id and t.status = 'OPEN' and t.waiting_since is not null
      and t.last_in_seq > coalesce(t.absent_alert_seq, 0) and t.assignee_id <> all(${sql.param(presentIds)}::uuid[])
    returning t.id`)
  return claimed.rows.map(({ id }) => id)
}

/** Removes the absence mark of tickets whose assignee is present. Skips locked tickets until the next call. */
export async function clearAbsence(db: Db, presentIds: readonly string[]): Promise<string[]> {
  if (presentIds.length === 0) return []
  const cleared = await db.execute<{ id: string }>(sql`
    with marked as (
      select t.id from tickets t
      where t.assignee_id = any(${sql.param(presentIds)}::uuid[]) and t.status = 'OPEN' and t.absent_alert_seq is not null
      order by t.id for update skip locked)
    update tickets t set absent_alert_seq = null, version = t.version + 1
    from marked where t.id = marked.id
    returning t.id`)
  return cleared.rows.map(({ id }) => id)
}
