import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns the log entry that a finished undo wrote. Releases that did not store it restored the entries in their next
 * version.
 */
export const writtenBy = (undo: SQL): SQL => sql`coalesce(${undo}.undo_log_id, (
  select next.log_id from knowledge_versions v join knowledge_versions next on next.entry_id = v.entry_id and next.version = v.version + 1
  where v.log_id = ${undo}.log_id limit 1))`

/** Returns true when an undone log entry is still undone: its undo may itself have been undone, and so on. */
export function staysUndone(logId: SQL): SQL {
  return sql`(
    with recursive chain as (
      select ${logId} as log_id
      union
      select ${writtenBy(sql`x`)} from chain join knowledge_undos x using (log_id) where x.ended_at is not null and x.error is null
    )
    select count(*) % 2 = 0 from chain)`
}
