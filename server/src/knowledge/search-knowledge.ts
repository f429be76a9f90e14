import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { NearChunk, ServerContext } from '../server-context.ts'
import { typedInOtherLayout } from './keyboard-layout.ts'
import { Collection, fuseRankings, type RankedChunk, rankChunks, rarestTerms } from './rank-chunks.ts'
import { readHidden, readIndex, readPostings, weighTerms } from './search-index.store.ts'
import type { Posting } from './search-index-format.ts'
import { questionTerms } from './search-terms.ts'

const MAX_POSTING_BYTES = 4_000_000
/** Maximum number of terms per question: a long message has hundreds, but a few identify its topic. */
const MAX_TERMS = 400
const MAX_LOOKUPS = 96
/** Maximum length in UTF-16 units of text in the wrong keyboard layout: users notice it before they type more. */
const MAX_SWAPPED_LENGTH = 150
/** Coverage of the question from which the other keyboard layout is not tried. */
const PLAIN_COVERAGE = 0.7
/** Number of chunks in the first ranking. */
const CANDIDATES = 200
/** Factor by which the number of ranked chunks grows when they belong to too few entries. */
const CANDIDATE_GROWTH = 4
/** Minimum coverage: a chunk with less coverage shares only a few letters with the question. */
const MIN_COVERAGE = 0.12
/** Maximum number of attempts: ranked chunks may be replaced before they are read. */
const ATTEMPTS = 10

export type SearchContext = Pick<ServerContext, 'db' | 'now' | 'vectors'>

export interface Question {
  text: string
  /** The question in the other keyboard layout; null when it was not typed with the wrong layout. */
  other: string | null
  /** Text that is compared by meaning; null to compare only words. */
  meaning: string | null
}

export interface FoundChunk {
  entryId: string
  source: string
  content: string
  /** URL of the page from which the entry was read; null when a person wrote the entry. */
  url: string | null
  /** The question in the keyboard layout in which it was searched. */
  question: string
  /** Higher scores are better; they are comparable only within one question. */
  score: number
  coverage: number
  /** Similarity of meaning, at most 1; 0 when not similar or not compared. */
  nearness: number
}

/** Returns valid entries only, best first, each with its best chunk. */
export async function searchKnowledge(
  context: SearchContext,
  query: string,
  limit: number,
): Promise<FoundChunk[]> {
  const [found = []] = await searchEach(
    context,
    [{ text: query, other: otherLayoutOf(query), meaning: query }],
    limit,
  )
  return found
}

/** Searches several questions, and reads the part of the index that they need only once. */
export async function searchEach(
  context: SearchContext,
  questions: readonly Question[],
  limit: number,
): Promise<FoundChunk[][]> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await searchOnce(context, questions, limit)
    if (attempt === ATTEMPTS || found.every(({ isWhole }) => isWhole))
      return found.map(({ chunks }) => chunks)
  }
}

export function otherLayoutOf(text: string): string | null {
  return text.length > MAX_SWAPPED_LENGTH ? null : typedInOtherLayout(text)
}

interface Found {
  chunks: FoundChunk[]
  /** True when all ranked chunks still existed when they were read. */
  isWhole: boolean
}

async function searchOnce(
  { db, now, vectors }: SearchContext,
  questions: readonly Question[],
  limit: number,
): Promise<Found[]> {
  const at = now()
  const hidden = new Set(await readHidden(db, at))
  const nearest = async (meaning: string | null, most: number): Promise<NearChunk[]> =>
    meaning === null || vectors === null ? [] : vectors.nearest(meaning, most, hidden)
  const [rankings, nearChunks] = await Promise.all([
    rankQuestions(db, questions, hidden),
    Promise.all(questions.map(({ meaning }) => nearest(meaning, CANDIDATES))),
  ])
  return Promise.all(
    questions.map(async ({ meaning }, number): Promise<Found> => {
      const { question, best } = rankings[number] ?? NOTHING
      let near = nearChunks[number] ?? []
      for (let most = CANDIDATES; ; most *= CANDIDATE_GROWTH) {
        const ranked = best(most).filter(({ coverage }) => coverage >= MIN_COVERAGE)
        const { rows, missing } = await loadChunks(db, ranked, near, limit, at)
        if (rows.length >= limit || (ranked.length < most && near.length < most) || missing > 0)
          return { chunks: rows.map((row) => ({ ...row, question })), isWhole: missing === 0 }
        near = await nearest(meaning, most * CANDIDATE_GROWTH)
      }
    }),
  )
}

interface Ranking {
  question: string
  best(limit: number): RankedChunk[]
}

const NOTHING: Ranking = { question: '', best: () => [] }

/** Ranks chunks for each question, in the other keyboard layout if it covers more of the question. */
async function rankQuestions(
  db: Db,
  questions: readonly Question[],
  hidden: ReadonlySet<number>,
): Promise<Ranking[]> {
  const terms = await termsToRead(
    db,
    questions.map(({ text }) => text),
  )
  const { blocks, postings } = await readIndex(db, union(terms))
  const collection = new Collection(blocks, hidden)
  const typed = await rankAll(terms, collection, postings)
  const lowCoverageQuestions = questions.flatMap(({ other }, number) =>
    other !== null && coverageOf(typed[number]) < PLAIN_COVERAGE ? [{ other, number }] : [],
  )
  const otherTerms = await termsToRead(
    db,
    lowCoverageQuestions.map(({ other }) => other),
  )
  const otherRankings = await rankAll(otherTerms, collection, await readPostings(db, union(otherTerms)))
  const rankings = questions.map(({ text }, number) => ({
    question: text,
    best: typed[number] ?? NOTHING.best,
  }))
  for (const [index, { other, number }] of lowCoverageQuestions.entries()) {
    const best = otherRankings[index]
    if (best !== undefined && coverageOf(best) > coverageOf(typed[number]))
      rankings[number] = { question: other, best }
  }
  return rankings
}

function coverageOf(best: Ranking['best'] | undefined): number {
  return best?.(CANDIDATES)[0]?.coverage ?? 0
}

async function termsToRead(db: Db, questions: readonly string[]): Promise<QuestionTerms[]> {
  const termMaps = questions.map((text) => new Map([...questionTerms(text)].slice(0, MAX_TERMS)))
  const all = union(termMaps)
  const bytes = all.length === 0 ? new Map<string, number>() : await weighTerms(db, all)
  const max = { bytes: MAX_POSTING_BYTES, terms: MAX_LOOKUPS }
  return termMaps.map(
    (terms) =>
      new Map(rarestTerms([...terms.keys()], bytes, max).map((term) => [term, terms.get(term) ?? 1])),
  )
}

type QuestionTerms = ReadonlyMap<string, number>

/** Yields to the event loop between questions. A question is ranked again only when more chunks are needed. */
async function rankAll(
  terms: readonly QuestionTerms[],
  collection: Collection,
  postings: readonly Posting[],
): Promise<Ranking['best'][]> {
  const byTerm = Map.groupBy(postings, ({ term }) => term)
  const made: Ranking['best'][] = []
  for (const each of terms) {
    const rank = (limit: number) => (each.size === 0 ? [] : rankChunks(each, collection, byTerm, limit))
    const first = rank(CANDIDATES)
    made.push((limit) => (limit <= CANDIDATES || first.length < CANDIDATES ? first : rank(limit)))
    if (terms.length > 1) await setImmediate()
  }
  return made
}

function union(termMaps: readonly QuestionTerms[]): string[] {
  return [...new Set(termMaps.flatMap((terms) => [...terms.keys()]))]
}

/** Returns the highest-ranked chunk of each entry. `missing` counts ranked chunks that no longer exist. */
async function loadChunks(
  db: Db,
  ranked: readonly RankedChunk[],
  near: readonly NearChunk[],
  limit: number,
  now: Date,
): Promise<{ rows: Omit<FoundChunk, 'question'>[]; missing: number }> {
  const fused = fuseRankings(ranked, near)
  if (fused.length === 0) return { rows: [], missing: 0 }
  const nearness = new Map(near.map((each) => [each.no, each.nearness]))
  const at = now.toISOString()
  const found = await db.execute<{
    present: number
    position: number | null
    entry_id: string
    source: string
    content: string
    url: string | null
  }>(sql`
    select one.present, best.* from (
      select count(*)::int as present from knowledge_chunks where no = any(${sql.param(ranked.map(({ no }) => no))}::int[])
    ) one left join lateral (
      select position, entry_id, source, content, url from (
        select distinct on (e.id) ranked.position::int, e.id as entry_id, e.source, e.url, c.content
        from unnest(${sql.param(fused.map(({ no }) => no))}::int[]) with ordinality as ranked (no, position)
        join knowledge_chunks c on c.no = ranked.no
        join knowledge_entries e on e.id = c.entry_id and e.removed_at is null
          and (e.valid_from is null or e.valid_from <= ${at}::timestamptz)
          and (e.valid_until is null or e.valid_until > ${at}::timestamptz)
        order by e.id, ranked.position
      ) each order by position limit ${limit}
    ) best on true order by position`)
  const rows = found.rows.flatMap(({ position, entry_id, source, content, url }) => {
    const chunk = position === null ? undefined : fused[position - 1]
    if (chunk === undefined) return []
    const { no, score, coverage } = chunk
    return [{ entryId: entry_id, source, content, url, score, coverage, nearness: nearness.get(no) ?? 0 }]
  })
  return { rows, missing: ranked.length - (found.rows[0]?.present ?? 0) }
}
