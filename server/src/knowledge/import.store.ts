import { sql } from 'drizzle-orm'
import { ANSWER, QUESTION } from 'shared/contract/knowledge/knowledge-text.ts'
import type { Db, Tx } from '../db/client.ts'
import { type HeldEntry, topicOf } from './import-plan.ts'

/** Entries of a statement. */
const ROWS = 5_000
/** Signs of an entry that say what it is about: what stands behind them makes it another topic. */
const HEAD = 4_000

type Head = {
  id: string
  version: number
  hash: string
  head: string
  at: string
}

/** What a source holds, the one changed last first; of long texts no more than what they are about. */
export async function readHeld(db: Db | Tx, source: string): Promise<HeldEntry[]> {
  const held: (HeldEntry & { at: string })[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await db.execute<Head>(sql`
      select id, version, encode(content_hash, 'hex') as hash, updated_at::text as at, left(
        case when whole like ${`${QUESTION}%`} then split_part(whole, ${`\n${ANSWER}`}, 1) || ${`\n${ANSWER}`}
        else split_part(whole, ${'\n'}, 1) end, ${HEAD}) as head
      from (select id, version, content_hash, updated_at, ltrim(text, ${' \n\r\t'}) as whole from knowledge_entries
        where source = ${source} and removed_at is null and id > ${after}::uuid order by id limit ${ROWS}) entries
      order by id`)
    for (const { id, version, hash, head, at } of found.rows)
      held.push({ id, version, hash, topic: topicOf(head), at })
    after = found.rows.at(-1)?.id ?? after
    if (found.rows.length < ROWS) break
  }
  return held.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ at, ...entry }) => entry)
}

/** The beginnings of these entries' texts, by id. */
export async function readBeginnings(
  db: Db | Tx,
  ids: readonly string[],
  length: number,
): Promise<Map<string, string>> {
  const found = await db.execute<{ id: string; text: string }>(sql`
    select id, left(text, ${length}) as text from knowledge_entries where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(found.rows.map(({ id, text }) => [id, text]))
}

/** The periods of these entries, by id. */
export async function readPeriods(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { from: string | null; until: string | null }>> {
  const found = await tx.execute<{ id: string; from: string | null; until: string | null }>(sql`
    select id, valid_from::text as "from", valid_until::text as until from knowledge_entries
    where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(found.rows.map(({ id, ...period }) => [id, period]))
}
