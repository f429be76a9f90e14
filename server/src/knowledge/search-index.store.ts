import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { searchedText } from './normalized-text.ts'
import {
  BLOCK_SIZE,
  type IndexBlock,
  LENGTH_BYTES,
  type Posting,
  PostingsWriter,
} from './search-index-format.ts'
import { isOlderTermsVersion, TERMS_VERSION, termsOf } from './search-terms.ts'
import type { Chunk } from './split-text.ts'
import { YieldBudget } from './yield-budget.ts'

const ROWS = 2_000
const MIXED = 'mixed'

export interface NewChunk extends Chunk {
  entryId: string
  part: number
}

/** Must run inside the transaction of `changeKnowledge`. */
export async function addChunks(tx: Tx, chunks: readonly NewChunk[]): Promise<void> {
  let no = await nextNo(tx)
  const yieldBudget = new YieldBudget()
  for (let from = 0; from < chunks.length; from += ROWS) {
    const rows = chunks.slice(from, from + ROWS)
    // Writes in batches, because the postings of many chunks take hundreds of megabytes of memory.
    const writer = new PostingsWriter()
    await tx.execute(sql`
      insert into knowledge_chunks (no, entry_id, part, content, heading)
      select ${no}::int + n - 1, entry_id, part, content, heading from unnest(
        ${sql.param(rows.map(({ entryId }) => entryId))}::uuid[], ${sql.param(rows.map(({ part }) => part))}::int[],
        ${sql.param(rows.map(({ content }) => content))}::text[], ${sql.param(rows.map(({ heading }) => heading))}::text[]
      ) with ordinality as chunk (entry_id, part, content, heading, n)`)
    const sources = await readSources(tx, rows)
    for (const { entryId, heading, content } of rows) {
      await yieldBudget.after(heading.length + content.length)
      writer.add(no++, termsOf(searchedText({ heading, content, source: sources.get(entryId) ?? '' })))
    }
    for (const [block, lengths] of writer.lengths)
      await tx.execute(sql`
        insert into knowledge_blocks as b (block, lengths, terms_version) values (${block}, ${lengths}, ${TERMS_VERSION})
        on conflict (block) do update set lengths = b.lengths || excluded.lengths,
          terms_version = case when b.terms_version = excluded.terms_version then b.terms_version else ${MIXED} end`)
    await writePostings(tx, writer.postings())
  }
}

async function readSources(tx: Tx, chunks: readonly NewChunk[]): Promise<Map<string, string>> {
  const ids = [...new Set(chunks.map(({ entryId }) => entryId))]
  const found = await tx.execute<{ id: string; source: string }>(
    sql`select id, source from knowledge_entries where id = any(${sql.param(ids)}::uuid[])`,
  )
  return new Map(found.rows.map(({ id, source }) => [id, source]))
}

/** Must run inside the transaction of `changeKnowledge`. */
export async function removeChunks(tx: Tx, entryIds: readonly string[]): Promise<void> {
  const removed = await tx.execute<{ no: number }>(
    sql`delete from knowledge_chunks where entry_id = any(${sql.param(entryIds)}::uuid[]) returning no`,
  )
  const byBlock = Map.groupBy(removed.rows, ({ no }) => Math.floor(no / BLOCK_SIZE))
  for (const [block, rows] of byBlock) {
    const found = await tx.execute<{ lengths: Buffer }>(
      sql`select lengths from knowledge_blocks where block = ${block} for update`,
    )
    const lengths = found.rows[0]?.lengths
    if (lengths === undefined) throw new Error(`block ${block} of the knowledge base's index is missing`)
    for (const { no } of rows) lengths.writeUInt32LE(0, (no % BLOCK_SIZE) * LENGTH_BYTES)
    await tx.execute(
      sql`update knowledge_blocks set lengths = ${lengths}, dead = dead + ${rows.length} where block = ${block}`,
    )
  }
}

export async function readBlockChunks(tx: Tx, block: number) {
  const first = block * BLOCK_SIZE
  const found = await tx.execute<{ no: number; content: string; heading: string; source: string }>(sql`
    select c.no, c.content, c.heading, e.source from knowledge_chunks c join knowledge_entries e on e.id = c.entry_id
    where c.no >= ${first} and c.no < ${first + BLOCK_SIZE} order by c.no`)
  return found.rows
}

/** Must run inside the transaction of `changeKnowledge`. */
export async function rewriteBlock(
  tx: Tx,
  block: number,
  nos: readonly number[],
  writer: PostingsWriter,
): Promise<void> {
  await tx.execute(sql`delete from knowledge_postings where block = ${block}`)
  const found = await tx.execute<{ bytes: number }>(
    sql`select octet_length(lengths) as bytes from knowledge_blocks where block = ${block} for update`,
  )
  // Positions of removed chunks remain empty: chunk numbers are never reused.
  const lengths = Buffer.alloc(found.rows[0]?.bytes ?? 0)
  const written = writer.lengths.get(block)
  for (const [at, no] of nos.entries())
    written?.copy(lengths, (no % BLOCK_SIZE) * LENGTH_BYTES, at * LENGTH_BYTES, (at + 1) * LENGTH_BYTES)
  await tx.execute(sql`
    update knowledge_blocks set lengths = ${lengths}, dead = 0, terms_version = ${TERMS_VERSION} where block = ${block}`)
  await writePostings(tx, writer.postings())
}

/**
 * Finds a block that is empty, was indexed with older rules, or has more than `maxDead` removed chunks. `isEmpty` is
 * false for the last block, to which new chunks are added.
 */
export async function findStaleBlock(db: Db | Tx, maxDead: number) {
  const made = await db.execute<{ terms_version: string }>(
    sql`select distinct terms_version from knowledge_blocks where terms_version <> ${TERMS_VERSION}`,
  )
  const older = made.rows.map((row) => row.terms_version).filter(isOlderTermsVersion)
  const found = await db.execute<{ block: number; is_empty: boolean }>(sql`
    select block, is_empty from (
      select block, terms_version, dead, block < max(block) over () and not exists (
        select from knowledge_chunks c where c.no >= block * ${BLOCK_SIZE}::int and c.no < (block + 1) * ${BLOCK_SIZE}::int
      ) as is_empty from knowledge_blocks
    ) b where is_empty or terms_version = any(${sql.param(older)}::text[]) or dead > ${maxDead} order by block limit 1`)
  const [row] = found.rows
  return row && { block: row.block, isEmpty: row.is_empty }
}

/** Must run inside the transaction of `changeKnowledge`. */
export async function removeBlock(tx: Tx, block: number): Promise<void> {
  await tx.execute(sql`delete from knowledge_blocks where block = ${block}`)
}

/** Returns the size in bytes of each term's postings (three bytes each). Omits terms that occur in no chunk. */
export async function weighTerms(db: Db, terms: readonly string[]): Promise<Map<string, number>> {
  const found = await db.execute<{ term: string; bytes: number }>(sql`
    select term, sum(octet_length(places))::int as bytes from knowledge_postings
    where term = any(${sql.param(terms)}::text[]) group by term`)
  return new Map(found.rows.map(({ term, bytes }) => [term, bytes]))
}

/** Reads in one statement, so that blocks and postings are one consistent snapshot. */
export async function readIndex(
  db: Db,
  terms: readonly string[],
): Promise<{ blocks: IndexBlock[]; postings: Posting[] }> {
  const found = await db.execute<{ term: string | null; block: number; bytes: Buffer }>(sql`
    select null as term, block, lengths as bytes from knowledge_blocks
    union all
    select term, block, places from knowledge_postings where term = any(${sql.param(terms)}::text[])`)
  const blocks: IndexBlock[] = []
  const postings: Posting[] = []
  for (const { term, block, bytes } of found.rows)
    if (term === null) blocks.push({ block, lengths: bytes })
    else postings.push({ term, block, places: bytes })
  return { blocks, postings }
}

export async function readPostings(db: Db, terms: readonly string[]): Promise<Posting[]> {
  const found = await db.execute<Posting & Record<string, unknown>>(
    sql`select term, block, places from knowledge_postings where term = any(${sql.param(terms)}::text[])`,
  )
  return found.rows
}

export async function readHidden(db: Db, now: Date): Promise<number[]> {
  const at = now.toISOString()
  const found = await db.execute<{ no: number }>(sql`
    select c.no from knowledge_entries e join knowledge_chunks c on c.entry_id = e.id
    where e.removed_at is null and (e.valid_from > ${at}::timestamptz or e.valid_until <= ${at}::timestamptz)`)
  return found.rows.map(({ no }) => no)
}

async function nextNo(tx: Tx): Promise<number> {
  const found = await tx.execute<{ next: number }>(sql`
    select block * ${BLOCK_SIZE} + octet_length(lengths) / ${LENGTH_BYTES} as next from knowledge_blocks
    order by block desc limit 1`)
  return found.rows[0]?.next ?? 0
}

async function writePostings(tx: Tx, postings: readonly Posting[]): Promise<void> {
  for (let from = 0; from < postings.length; from += ROWS) {
    const rows = postings.slice(from, from + ROWS)
    await tx.execute(sql`
      insert into knowledge_postings as p (term, block, places)
      select * from unnest(${sql.param(rows.map(({ term }) => term))}::text[],
        ${sql.param(rows.map(({ block }) => block))}::int[], ${sql.param(rows.map(({ places }) => places))}::bytea[])
      on conflict (term, block) do update set places = p.places || excluded.places`)
  }
}
