import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { ServerContext } from '../server-context.ts'
import { type Highlight, highlightsOf } from './highlight.ts'
import { readIndex, weighTerms } from './index.store.ts'
import { typedInOtherLayout } from './keyboard-layout.ts'
import { fuseRankings, type RankedChunk, rankChunks, rarestTerms } from './rank-chunks.ts'
import { termsOf } from './search-terms.ts'
import type { VectorSearch } from './vector-search.ts'

/** Bytes of the index that a question reads at most. */
const MAX_POSTING_BYTES = 4_000_000
/** Of a question its terms at most, and those that stand somewhere and are looked up, the rarest: a long message has hundreds, and says with a few of them what it is about. */
const MAX_TERMS = 400
const MAX_LOOKED_UP = 96
/** Nobody types more in the wrong layout without a look. */
const MAX_SWAPPED_LENGTH = 150
/** What covers so much of a question is what was meant as it was typed. */
const PLAIN_COVERAGE = 0.7
/** Chunks that are looked at, so that enough are left once those of one entry and those that are not valid now have gone. */
const CANDIDATES = 200
/** Below that a chunk shares a few letters with the question, and no more. */
const LEAST_COVERAGE = 0.12

export interface FoundChunk {
  entryId: string
  source: string
  content: string
  /** Of the page that it was read from; null: a person wrote it. */
  url: string | null
  /** Where it says what was asked. */
  highlights: Highlight[]
  /** Higher is better; of one question alone. */
  score: number
  coverage: number
}

/** The best chunk of each of the `limit` entries that answer a question best, of those that are valid now. */
export async function searchKnowledge(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  query: string,
  limit: number,
  /** Null: by words alone. */
  vectors: VectorSearch | null = null,
): Promise<FoundChunk[]> {
  const [asked, near] = await Promise.all([rank(db, query), vectors?.nearest(query, CANDIDATES) ?? []])
  const isPlain = query.length > MAX_SWAPPED_LENGTH || (asked[0]?.coverage ?? 0) >= PLAIN_COVERAGE
  const other = isPlain ? null : typedInOtherLayout(query)
  const swapped = other === null ? [] : await rank(db, other)
  const isSwapped = (swapped[0]?.coverage ?? 0) > (asked[0]?.coverage ?? 0)
  const ranked = (isSwapped ? swapped : asked).filter(({ coverage }) => coverage >= LEAST_COVERAGE)
  const found = await loadChunks(db, fuseRankings(ranked, near), limit, now())
  const read = isSwapped && other !== null ? other : query
  return found.map((each) => ({ ...each, highlights: highlightsOf(read, each.content) }))
}

async function rank(db: Db, query: string): Promise<RankedChunk[]> {
  const { counts } = termsOf(query)
  if (counts.size === 0) return []
  const asked = [...counts.keys()].slice(0, MAX_TERMS)
  const terms = rarestTerms(asked, await weighTerms(db, asked), {
    bytes: MAX_POSTING_BYTES,
    terms: MAX_LOOKED_UP,
  })
  return rankChunks(new Set(terms), await readIndex(db, terms), CANDIDATES)
}

async function loadChunks(
  db: Db,
  ranked: readonly RankedChunk[],
  limit: number,
  now: Date,
): Promise<Omit<FoundChunk, 'highlights'>[]> {
  if (ranked.length === 0) return []
  const at = now.toISOString()
  const found = await db.execute<{
    place: number
    entry_id: string
    source: string
    content: string
    url: string | null
  }>(sql`
    select place, entry_id, source, content, url from (
      select distinct on (e.id) ranked.place::int, e.id as entry_id, e.source, e.url, c.content
      from unnest(${sql.param(ranked.map(({ no }) => no))}::int[]) with ordinality as ranked (no, place)
      join knowledge_chunks c on c.no = ranked.no
      join knowledge_entries e on e.id = c.entry_id and e.removed_at is null
        and (e.valid_from is null or e.valid_from <= ${at}::timestamptz)
        and (e.valid_until is null or e.valid_until > ${at}::timestamptz)
      order by e.id, ranked.place
    ) best order by place limit ${limit}`)
  return found.rows.map(({ place, entry_id, source, content, url }) => {
    const { score = 0, coverage = 0 } = ranked[place - 1] ?? {}
    return { entryId: entry_id, source, content, url, score, coverage }
  })
}
