import { sql } from 'drizzle-orm'
import { ANSWER, QUESTION } from 'shared/contract/knowledge/knowledge-text.ts'
import type { Db, Tx } from '../db/client.ts'
import type { ExistingHead } from './import-work.ts'

const ROWS = 5_000
/** Maximum number of characters that are read of an entry's questions. */
const MAX_HEAD_LENGTH = 4_000
const TRIMMED_TEXT = sql`ltrim(text, ${' \n\r\t'}) as whole`
const ANSWER_MARK = `\n${ANSWER}`
const QUESTIONS = sql`split_part(whole, ${ANSWER_MARK}, 1)`
const IS_CUT = sql`whole like ${`${QUESTION}%`} and length(${QUESTIONS}) > ${MAX_HEAD_LENGTH}`
/** Reads only complete questions, and appends an answer label, without which they are not recognized as questions. */
const HEAD_OF_WHOLE = sql`case when ${IS_CUT} then regexp_replace(left(${QUESTIONS}, ${MAX_HEAD_LENGTH}), ${'\n[^\n]*$'}, '') || ${ANSWER_MARK}
  when whole like ${`${QUESTION}%`} then ${QUESTIONS} || ${ANSWER_MARK} else left(split_part(whole, ${'\n'}, 1), ${MAX_HEAD_LENGTH}) end`

type Head = {
  id: string
  version: number
  hash: string
  head: string
  is_cut: boolean
  from: string | null
  until: string | null
  at: string
}

/** Returns the existing entries, last changed first. */
export async function readExisting(db: Db | Tx, source: string): Promise<ExistingHead[]> {
  const existing: (ExistingHead & { at: string })[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await db.execute<Head>(sql`
      select id, version, encode(content_hash, 'hex') as hash, valid_from::text as "from", valid_until::text as until,
        updated_at::text as at, ${HEAD_OF_WHOLE} as head, ${IS_CUT} as is_cut
      from (select id, version, content_hash, valid_from, valid_until, updated_at, ${TRIMMED_TEXT} from knowledge_entries
        where source = ${source} and removed_at is null and id > ${after}::uuid order by id limit ${ROWS}) entries
      order by id`)
    for (const { is_cut: isCut, from, until, ...entry } of found.rows)
      existing.push({ ...entry, isCut, from: dateOf(from), until: dateOf(until) })
    after = found.rows.at(-1)?.id ?? after
    if (found.rows.length < ROWS) break
  }
  return existing.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ at, ...entry }) => entry)
}

export async function readHeads(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await db.execute<{ id: string; head: string }>(sql`
    select id, ${HEAD_OF_WHOLE} as head from (select id, ${TRIMMED_TEXT} from knowledge_entries where id = any(${sql.param(ids)}::uuid[])) entries`)
  return new Map(found.rows.map(({ id, head }) => [id, head]))
}

export async function readTexts(
  db: Db | Tx,
  ids: readonly string[],
  length: number | null = null,
): Promise<Map<string, string>> {
  const text = length === null ? sql`text` : sql`left(text, ${length})`
  const found = await db.execute<{ id: string; text: string }>(sql`
    select id, ${text} as text from knowledge_entries where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(found.rows.map(({ id, text }) => [id, text]))
}

function dateOf(written: string | null): Date | null {
  return written === null ? null : new Date(written)
}
