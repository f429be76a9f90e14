import {
  BLOCK_SIZE,
  type IndexBlock,
  lengthsIn,
  POSITION_BYTES,
  type Posting,
} from './search-index-format.ts'
import { type Field, fieldOf } from './search-terms.ts'

/** Usual BM25 parameters: saturation for repeated terms, and penalty for long chunks. */
const K1 = 1.2
const B = 0.75
/** Weights of the two fields: words carry the meaning; grams find text that words miss. */
const WEIGHTS: Readonly<Record<Field, number>> = { word: 1, gram: 0.5 }

export class Collection {
  readonly chunks: number
  readonly #blocks: readonly Block[]
  readonly #indexes: ReadonlyMap<number, number>

  /** `hidden` has the numbers of chunks that are treated as removed. */
  constructor(blocks: readonly IndexBlock[], hidden: Iterable<number> = []) {
    const lengths = blocks.map((block) => ({
      word: lengthsIn(block, 'word'),
      gram: lengthsIn(block, 'gram'),
    }))
    this.#indexes = new Map(blocks.map(({ block }, index) => [block, index]))
    for (const no of hidden) {
      // A number beyond the last chunk of its block has no effect, because typed arrays ignore writes beyond their end.
      const block = lengths[this.#indexes.get(Math.floor(no / BLOCK_SIZE)) ?? -1]
      if (block !== undefined) block.word[no % BLOCK_SIZE] = 0
    }
    const { chunks, average } = describe(lengths)
    this.chunks = chunks
    this.#blocks = lengths.map((each, index) => ({
      first: (blocks[index]?.block ?? 0) * BLOCK_SIZE,
      isFull: !each.word.includes(0),
      word: normsOf(each, 'word', average),
      gram: normsOf(each, 'gram', average),
    }))
  }

  /** Number of positions, including those of removed chunks; a ranking needs memory for each position. */
  get places(): number {
    return this.#blocks.length * BLOCK_SIZE
  }

  /** Finds a block; `base` is the index of its first position among the positions of all blocks. */
  find(block: number): { base: number; block: Block } | undefined {
    const index = this.#indexes.get(block)
    const found = index === undefined ? undefined : this.#blocks[index]
    return index === undefined || found === undefined ? undefined : { base: index * BLOCK_SIZE, block: found }
  }

  noAt(position: number): number {
    return (this.#blocks[Math.floor(position / BLOCK_SIZE)]?.first ?? 0) + (position % BLOCK_SIZE)
  }
}

export type TermPostings = ReadonlyMap<string, readonly Posting[]>

export interface RankedChunk {
  no: number
  score: number
  /** Share of the question that occurs in the chunk, from 0 to 1; rare terms have a higher weight. */
  coverage: number
}

/** Skips frequent terms, which have little effect. Includes terms that occur nowhere: they lower the coverage. */
export function rarestTerms(
  terms: readonly string[],
  weights: ReadonlyMap<string, number>,
  max: { bytes: number; terms: number },
): string[] {
  const weightOf = (term: string): number => weights.get(term) ?? 0
  const known = terms.filter((term) => weightOf(term) > 0).sort((a, b) => weightOf(a) - weightOf(b))
  let bytes = 0
  const selectedTerms = known.slice(0, max.terms).filter((term, position) => {
    bytes += weightOf(term)
    return position === 0 || bytes <= max.bytes
  })
  return [...terms.filter((term) => weightOf(term) === 0), ...selectedTerms]
}

/**
 * BM25 (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009). `terms` includes terms that occur nowhere.
 */
export function rankChunks(
  terms: ReadonlyMap<string, number>,
  collection: Collection,
  byTerm: TermPostings,
  limit: number,
): RankedChunk[] {
  const scores = new Float64Array(collection.places)
  const coveredWeights = new Float64Array(collection.places)
  let totalWeight = 0
  for (const [term, weight] of terms) {
    const field = fieldOf(term)
    const postings = (byTerm.get(term) ?? []).flatMap(({ block, places }) => {
      const there = collection.find(block)
      return there === undefined ? [] : [{ places, base: there.base, block: there.block }]
    })
    let found = 0
    for (const { places, block } of postings) found += countLiving(places, block)
    const idf = weight * WEIGHTS[field] * Math.log(1 + (collection.chunks - found + 0.5) / (found + 0.5))
    totalWeight += idf
    for (const { places, base, block } of postings)
      addScores(places, block[field], base, idf, scores, coveredWeights)
  }
  return highestScored(scores, limit).map((position) => ({
    no: collection.noAt(position),
    score: scores[position] ?? 0,
    coverage: totalWeight === 0 ? 0 : (coveredWeights[position] ?? 0) / totalWeight,
  }))
}

function countLiving(places: Uint8Array, { isFull, word }: Block): number {
  if (isFull) return Math.floor(places.length / POSITION_BYTES)
  let found = 0
  for (let at = 0; at + POSITION_BYTES <= places.length; at += POSITION_BYTES)
    if (word[(places[at] ?? 0) | ((places[at + 1] ?? 0) << 8)]) found += 1
  return found
}

/** Innermost loop over hundreds of thousands of positions, which therefore calls no functions. */
function addScores(
  places: Uint8Array,
  norms: Float64Array,
  base: number,
  idf: number,
  scores: Float64Array,
  coveredWeights: Float64Array,
): void {
  for (let at = 0; at + POSITION_BYTES <= places.length; at += POSITION_BYTES) {
    const position = (places[at] ?? 0) | ((places[at + 1] ?? 0) << 8)
    const norm = norms[position]
    if (!norm) continue
    const times = places[at + 2] ?? 0
    scores[base + position] = (scores[base + position] ?? 0) + (idf * times * (K1 + 1)) / (times + norm)
    coveredWeights[base + position] = (coveredWeights[base + position] ?? 0) + idf
  }
}

/** Usual constant of reciprocal rank fusion: a higher value reduces the differences between the first ranks. */
const RANK_K = 60

/** Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, 2009. Keeps the keyword scores when `near` is empty. */
export function fuseRankings(ranked: readonly RankedChunk[], near: readonly { no: number }[]): RankedChunk[] {
  if (near.length === 0) return [...ranked]
  const fused = new Map<number, RankedChunk>()
  for (const [position, { no, coverage }] of ranked.entries())
    fused.set(no, { no, coverage, score: 1 / (RANK_K + position + 1) })
  for (const [position, { no }] of near.entries()) {
    const { coverage = 0, score = 0 } = fused.get(no) ?? {}
    fused.set(no, { no, coverage, score: score + 1 / (RANK_K + position + 1) })
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.no - b.no)
}

type Lengths = Readonly<Record<Field, Uint16Array>>

/** BM25 length normalization for each position; 0 means that the position has no chunk. */
interface Block extends Readonly<Record<Field, Float64Array>> {
  first: number
  isFull: boolean
}

function normsOf(lengths: Lengths, field: Field, average: Readonly<Record<Field, number>>): Float64Array {
  const norms = new Float64Array(lengths.word.length)
  for (let position = 0; position < norms.length; position += 1)
    if (lengths.word[position])
      norms[position] = K1 * (1 - B + (B * (lengths[field][position] ?? 0)) / average[field])
  return norms
}

function describe(blocks: readonly Lengths[]): { chunks: number; average: Record<Field, number> } {
  let chunks = 0
  const sums = { word: 0, gram: 0 }
  for (const { word, gram } of blocks)
    for (let position = 0; position < word.length; position += 1) {
      if (!word[position]) continue
      chunks += 1
      sums.word += word[position] ?? 0
      sums.gram += gram[position] ?? 0
    }
  const averageOf = (sum: number): number => Math.max(sum / Math.max(chunks, 1), 1)
  return { chunks, average: { word: averageOf(sums.word), gram: averageOf(sums.gram) } }
}

/** Returns the positions with a score above zero, highest first; older chunks first at equal scores. */
function highestScored(scores: Float64Array, limit: number): number[] {
  const compareByScore = (a: number, b: number): number => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b
  let chosen: number[] = []
  let least = 0
  for (let no = 0; no < scores.length; no += 1) {
    if ((scores[no] ?? 0) <= least) continue
    chosen.push(no)
    if (chosen.length < limit * 4) continue
    chosen = chosen.sort(compareByScore).slice(0, limit)
    least = scores[chosen.at(-1) ?? 0] ?? 0
  }
  return chosen.sort(compareByScore).slice(0, limit)
}
