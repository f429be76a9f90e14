import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collection, fuseRankings, type RankedChunk, rankChunks, rarestTerms } from './rank-chunks.ts'
import { BLOCK_SIZE, PostingsWriter } from './search-index-format.ts'
import { type Field, fieldOf, termsOf } from './search-terms.ts'

const text = fc
  .array(fc.constantFrom('ฝาก', 'เงิน', 'ถอน', 'โบนัส', 'วันเกิด', 'bonus', '100'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((words) => words.join(' '))

function indexOf(texts: readonly string[], firstNo: number) {
  const writer = new PostingsWriter()
  for (const [index, each] of texts.entries()) writer.add(firstNo + index, termsOf(each))
  const blocks = [...writer.lengths].map(([block, lengths]) => ({
    block,
    // Fills the positions before the first chunk with zeros, which mark empty positions.
    lengths: block === 0 ? Buffer.concat([Buffer.alloc(firstNo * 4), lengths]) : lengths,
  }))
  return { blocks, postings: writer.postings() }
}

function rank(
  terms: ReadonlySet<string>,
  { blocks, postings }: ReturnType<typeof indexOf>,
  limit: number,
  hidden: readonly number[] = [],
): RankedChunk[] {
  return rankChunks(
    new Map([...terms].map((term) => [term, 1])),
    new Collection(blocks, hidden),
    Map.groupBy(postings, ({ term }) => term),
    limit,
  )
}

/** Calculates the published BM25 formula over all texts. */
function bm25(texts: readonly string[], query: string): number[] {
  const documents = texts.map(termsOf)
  const average = (field: Field): number =>
    documents.reduce((sum, { lengths }) => sum + lengths[field], 0) / documents.length
  return documents.map(({ counts, lengths }) =>
    [...termsOf(query).counts.keys()].reduce((score, term) => {
      const field = fieldOf(term)
      const has = documents.filter((each) => each.counts.has(term)).length
      const times = counts.get(term) ?? 0
      const idf = Math.log(1 + (documents.length - has + 0.5) / (has + 0.5))
      const norm = 1.2 * (0.25 + (0.75 * lengths[field]) / average(field))
      return score + ((field === 'word' ? 1 : 0.5) * idf * times * 2.2) / (times + norm)
    }, 0),
  )
}

test('ranks chunks by BM25, also across the boundary of an index block', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), text, (texts, query) => {
      const firstNo = BLOCK_SIZE - 5
      const ranked = rank(new Set(termsOf(query).counts.keys()), indexOf(texts, firstNo), 100)
      const scores = bm25(texts, query)
      expect(ranked.map(({ no }) => no).sort((a, b) => a - b)).toEqual(
        scores.flatMap((score, index) => (score > 0 ? [firstNo + index] : [])),
      )
      for (const { no, score } of ranked) expect(score).toBeCloseTo(scores[no - firstNo] ?? Number.NaN, 9)
      expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a))
    }),
  )
})

test('a ranking is the same whether chunks are hidden or removed', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 12 }), text, fc.nat(11), (texts, query, at) => {
      const terms = new Set(termsOf(query).counts.keys())
      const index = at % texts.length
      const without = indexOf(texts, 0)
      without.blocks[0]?.lengths.writeUInt32LE(0, index * 4)
      expect(rank(terms, indexOf(texts, 0), 100, [index])).toEqual(rank(terms, without, 100))
    }),
  )
})

test('the memory of a ranking depends on the number of index blocks, but not on the block numbers', () => {
  const index = indexOf(['ฝาก เงิน', 'ถอน เงิน'], BLOCK_SIZE * 500_000)
  const ranked = rank(new Set(termsOf('ถอน เงิน').counts.keys()), index, 10)
  expect(new Collection(index.blocks).places).toBe(BLOCK_SIZE)
  expect(ranked).toHaveLength(2)
  expect(Math.floor((ranked[0]?.no ?? 0) / BLOCK_SIZE)).toBe(500_000)
})

test('a chunk with all terms of the question has full coverage, and one without any is not returned', () => {
  const index = indexOf(['ฝาก เงิน', 'ถอน', 'bonus'], 0)
  const [first, ...others] = rank(new Set(termsOf('ฝาก เงิน').counts.keys()), index, 10)
  expect(first).toMatchObject({ no: 0, coverage: 1 })
  expect(others).toEqual([])
})

test('a ranking returns at most the requested number of chunks, the best ones', () => {
  const texts = Array.from({ length: 500 }, (_, index) => `โบนัส ${'ถอน '.repeat(index % 50)}`)
  const all = rank(new Set(['wโบนัส']), indexOf(texts, 0), 1000)
  expect(all).toHaveLength(500)
  expect(rank(new Set(['wโบนัส']), indexOf(texts, 0), 7)).toEqual(all.slice(0, 7))
})

test('a long question is searched by its rarest terms, of which at least one is used, and only these affect the coverage', () => {
  const weights = new Map([
    ['wเงิน', 300],
    ['wโบนัส', 30],
    ['wฝาก', 60],
  ])
  const rarest = ['wเงิน', 'wโบนัส', 'wxyz', 'wฝาก']
  expect(rarestTerms(rarest, weights, { bytes: 100, terms: 9 })).toEqual(['wxyz', 'wโบนัส', 'wฝาก'])
  expect(rarestTerms(rarest, weights, { bytes: 10, terms: 9 })).toEqual(['wxyz', 'wโบนัส'])
  expect(rarestTerms(rarest, weights, { bytes: 1000, terms: 1 })).toEqual(['wxyz', 'wโบนัส'])
  const index = indexOf(['โบนัส เงิน', 'ฝาก เงิน'], 0)
  const terms = rarestTerms(
    ['wเงิน', 'wโบนัส'],
    new Map([
      ['wเงิน', 6],
      ['wโบนัส', 3],
    ]),
    { bytes: 5, terms: 9 },
  )
  expect(rank(new Set(terms), index, 1)).toMatchObject([{ no: 0, coverage: 1 }])
})

test('chunks found by both keywords and meaning come first; without vectors the keyword ranking is kept', () => {
  const ranked = [1, 2, 3].map((no) => ({ no, score: 10 - no, coverage: 0.5 }))
  expect(fuseRankings(ranked, [{ no: 3 }, { no: 9 }]).map(({ no }) => no)).toEqual([3, 1, 2, 9])
  expect(fuseRankings(ranked, [])).toEqual(ranked)
  expect(fuseRankings([], [{ no: 9 }])).toMatchObject([{ no: 9, coverage: 0 }])
})
