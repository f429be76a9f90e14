import { type SQL, sql } from 'drizzle-orm'

/** The line that a finished undo has written. Releases that did not note it put entries back in their very next version. */
export const writtenBy = (undo: SQL): SQL => sql`coalesce(${undo}.undo_log_id, (
  select next.log_id from knowledge_versions v join knowledge_versions next on next.entry_id = v.entry_id and next.version = v.version + 1
  where v.log_id = ${undo}.log_id limit 1))`

/** Whether a line of the history that was undone is so still: its undo may have been undone itself, and so on. */
export function staysUndone(logId: SQL): SQL {
  return sql`(
    with recursive chain as (
      select ${logId} as log_id
      union
      select ${writtenBy(sql`x`)} from chain join knowledge_undos x using (log_id) where x.ended_at is not null and x.error is null
    )
    select count(*) % 2 = 0 from chain)`
}
