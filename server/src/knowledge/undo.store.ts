import { sql } from 'drizzle-orm'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { Tx } from '../db/client.ts'
import type { EntryState } from './entry.store.ts'
import { datesOf } from './validity-dates.ts'

/** Versions that a log entry wrote (`v`), and the versions before them (`b`). New entries have no `b.text`. */
const CHANGES = sql`knowledge_versions v
  left join knowledge_versions b on b.entry_id = v.entry_id and b.version = v.version - 1`

export async function listRewritten(tx: Tx, logId: string): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select v.entry_id as id from ${CHANGES} where v.log_id = ${logId}::uuid and v.text is distinct from b.text`)
  return found.rows.map(({ id }) => id)
}

export async function listAdded(tx: Tx, logId: string): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select v.entry_id as id from ${CHANGES} where v.log_id = ${logId}::uuid and b.text is null`)
  return found.rows.map(({ id }) => id)
}

/** Sets temporary hashes, because the unique index is checked for each row while entries are restored one by one. */
export async function setTemporaryHashes(tx: Tx, logId: string): Promise<void> {
  await tx.execute(sql`
    update knowledge_entries e set content_hash = sha256(convert_to('aside ' || e.id, 'UTF8')) from ${CHANGES}
    where v.log_id = ${logId}::uuid and e.id = v.entry_id and e.removed_at is null
      and b.text is not null and v.text is distinct from b.text`)
}

/** Returns earlier states, sorted by entry id. The lateral join lets a batch read only its own states. */
export async function readEarlierStates(
  tx: Tx,
  logId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<(EntryState & { text: string; isRewritten: boolean })[]> {
  const found = await tx.execute<Validity & { id: string; text: string; is_rewritten: boolean }>(sql`
    select v.entry_id as id, b.text, b.valid_from::text, b.valid_until::text, v.text is distinct from b.text as is_rewritten
    from knowledge_versions v cross join lateral (
      select b.text, b.valid_from, b.valid_until from knowledge_versions b
      where b.entry_id = v.entry_id and b.version = v.version - 1 limit 1
    ) b
    where v.log_id = ${logId}::uuid and b.text is not null
      ${after === null ? sql`` : sql`and v.entry_id > ${after}::uuid`}
    order by v.entry_id limit ${limit}`)
  return found.rows.map(({ id, text, is_rewritten: isRewritten, ...validity }) => ({
    id,
    text,
    ...datesOf(validity),
    isRewritten,
  }))
}
