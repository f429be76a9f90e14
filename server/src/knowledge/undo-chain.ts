import { type SQL, sql } from 'drizzle-orm'

/** Selects whether a log entry is undone now: its undo may have been undone too, and so on. */
export function isUndone(logId: SQL): SQL {
  return sql`(
    with recursive chain as (
      select ${logId} as log_id
      union
      select x.undo_log_id from chain join knowledge_undos x using (log_id) where x.ended_at is not null and x.error is null
    )
    select count(*) % 2 = 0 from chain)`
}
