import { readFileSync } from 'node:fs'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { changeKnowledge } from '../../server/src/knowledge/change-knowledge.ts'
import { writeChange } from '../../server/src/knowledge/write-change.ts'
import { modelName, type QuestionSet, readQuestionSet, shopText } from './knowledge-data.ts'
import { type StandaloneServer, startStandaloneServer } from './standalone-server.ts'
import { summary } from './statistics.ts'

/** Sizes of the knowledge base in chunks, each with the goal for a query's p95 in ms. */
const SIZES = [
  [10_000, 30],
  [100_000, 150],
] as const
const CHUNKS_AT_ONCE = 2_000
const WARM_UP = 5
const ROUNDS = 40
const DEPTH = 10
/** Query set whose recall is measured: `pnpm bench knowledge <file>` (format in `knowledge-data.ts`). */
const QUESTIONS = process.argv[3]

export async function bench(): Promise<void> {
  if (QUESTIONS !== undefined) await benchRecall(readQuestionSet(QUESTIONS))
  for (const [chunks, goal] of SIZES) await benchTime(chunks, goal)
}

async function benchRecall(set: QuestionSet): Promise<void> {
  const server = await startStandaloneServer()
  try {
    await fill(
      server,
      set.corpus.map(({ text }) => text),
    )
    console.log(
      `${set.corpus.length} texts, ${set.queries.length} questions: share whose text is among the first`,
    )
    for (const [name, find] of [
      ['/kb/search', findByCall],
      ['full-text search (simple)', findByFullText],
      ['trigrams (word similarity)', findByTrigrams],
    ] as const)
      await compare(server, set, name, find)
  } finally {
    await server.stop()
  }
}

/** Returns the contents of the ten best chunks, best first. */
type Find = (server: StandaloneServer, question: string) => Promise<string[]>

async function compare(server: StandaloneServer, set: QuestionSet, name: string, find: Find): Promise<void> {
  const textOf = new Map(set.corpus.map(({ id, text }) => [id, text]))
  const hits = { 1: 0, 3: 0, 10: 0 }
  const times: number[] = []
  for (const { text, relevant } of set.queries) {
    const start = performance.now()
    const found = await find(server, text)
    times.push(performance.now() - start)
    const index = found.findIndex((content) => relevant.some((id) => textOf.get(id)?.includes(content)))
    for (const depth of [1, 3, 10] as const) if (index >= 0 && index < depth) hits[depth] += 1
  }
  const share = (depth: 1 | 3 | 10) => (hits[depth] / set.queries.length).toFixed(3)
  console.log(`${summary(name, times)}   @1 ${share(1)}  @3 ${share(3)}  @10 ${share(10)}`)
}

const findByCall: Find = async (server, question) => {
  const response = await server.call('/kb/search', { query: question, top_k: DEPTH })
  const { results } = JSON.parse(response) as { results: { content: string }[] }
  return results.map(({ content }) => content)
}

/** Baseline with full-text search for any of the words, because few texts contain all words of a query. */
const findByFullText: Find = async (server, question) =>
  contents(
    server,
    `select content from knowledge_chunks, to_tsquery('simple', nullif(replace(plainto_tsquery('simple', $1)::text, '&', '|'), '')) q
     where to_tsvector('simple', content) @@ q order by ts_rank_cd(to_tsvector('simple', content), q) desc limit ${DEPTH}`,
    question,
  )

const findByTrigrams: Find = async (server, question) =>
  contents(
    server,
    `select content from knowledge_chunks order by word_similarity($1, content) desc limit ${DEPTH}`,
    question,
  )

async function contents({ db }: StandaloneServer, statement: string, question: string): Promise<string[]> {
  const found = await db.$client.query<{ content: string }>(statement, [question])
  return found.rows.map(({ content }) => content)
}

async function benchTime(chunks: number, goal: number): Promise<void> {
  const server = await startStandaloneServer({ storedAs: `knowledge-${chunks}` })
  try {
    const stored = await server.countRows('knowledge_chunks')
    const texts = Array.from({ length: chunks - stored }, (_, index) => shopText(index + stored))
    await fill(server, texts)
    await server.asOwner('analyze')
    console.log(`ms per question among ${chunks.toLocaleString('en')} chunks (goal p95 ${goal})`)
    const all: number[] = []
    for (const [name, request] of questions(chunks)) {
      const times: number[] = []
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const start = performance.now()
        await findByCall(server, request(round))
        if (round >= WARM_UP) times.push(performance.now() - start)
      }
      all.push(...times)
      console.log(summary(name, times))
    }
    console.log(
      `${summary('all', all)}   server ${residentMb(server.pid)} MB, index ${await indexMb(server)} MB`,
    )
  } finally {
    await server.stop()
  }
}

/** Each round uses another query, so that no cache helps. */
function questions(chunks: number): [string, (round: number) => string][] {
  const index = (round: number) => (round * 7919) % chunks
  return [
    ['a common word', (round) => ['จัดส่ง', 'คืนสินค้า', 'ใบเสร็จ', 'ส่วนลด'][round % 4] ?? ''],
    ['a short question', (round) => `ค่าส่งของรุ่น${modelName(index(round))}เท่าไหร่คะ`],
    ['a whole question', (round) => (shopText(index(round)).split('\n')[0] ?? '').replace('คำถาม: ', '')],
    ['a rare name, misspelt', (round) => modelName(index(round)).replace('้', '่').slice(0, -1)],
    ['a long message', (round) => shopText(index(round)).repeat(3).slice(0, 900)],
    ['with English', (round) => `smart watch รุ่น ${modelName(index(round))} มี warranty ไหม`],
    ['wrong keyboard layout', () => 'fuFfo,7o'],
    ['nothing', () => 'ฌฆฏ ฐฬฮ'],
  ]
}

async function fill(server: StandaloneServer, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += CHUNKS_AT_ONCE)
    await changeKnowledge(server.db, async (tx) => {
      const now = new Date()
      const source = KNOWLEDGE_SOURCES.general
      const line = { source, origin: 'manual', action: 'import', replaced: false } as const
      const added = texts
        .slice(from, from + CHUNKS_AT_ONCE)
        .map((text) => ({ source, text, validFrom: null, validUntil: null }))
      await writeChange(tx, { ...line, staffId: server.staffId }, { added }, now)
    })
}

/** Returns the memory of a process in MB. Works only on Linux. */
function residentMb(pid: number): string {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return ((pages * 4096) / 1e6).toFixed(0)
}

async function indexMb({ db }: StandaloneServer): Promise<string> {
  const found = await db.$client.query<{ bytes: string }>(
    `select pg_total_relation_size('knowledge_postings') + pg_total_relation_size('knowledge_blocks') as bytes`,
  )
  return (Number(found.rows[0]?.bytes) / 1e6).toFixed(0)
}
