import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { SQL } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db/client.ts'
import type { Projector } from '../projector.ts'
import { createPgvectorDatabase } from '../testing/pgvector-database.ts'
import { queryOnce } from '../testing/query-once.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { EmbeddingClient } from './embedding-client.ts'
import { findExtension, findMeaningIndex } from './meaning-index.store.ts'
import { startMeaningIndex } from './meaning-index.ts'
import { packVector } from './vector-format.ts'
import { createVectorSearch } from './vector-search.ts'

const MODEL = `small 'one'`
const embedding = { url: 'http://127.0.0.1:9/v1', key: null, model: MODEL, least: -1 }
const DIMENSIONS = 24
const CHUNKS = 300

let desk: TestDesk
let lines: { why?: string }[]
let project: Projector | null
const openDesk = (database?: TestDatabase) =>
  createTestDesk({
    ...(database && { database }),
    config: (config) => ({ ...config, knowledge: { ...config.knowledge, embedding } }),
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  })
beforeEach(async () => {
  lines = []
  desk = await openDesk()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await project?.stop()
  await desk.close()
})

/** Returns the components of a vector, which depend only on the vector's number. */
const numbersOf = (no: number) =>
  Array.from({ length: DIMENSIONS }, (_, at) => Math.sin((no + 1) * (at + 1) * 0.37))

async function fill(): Promise<void> {
  const nos = Array.from({ length: CHUNKS }, (_, no) => no)
  const { $client } = desk.context.db
  const entry = randomUUID()
  await $client.query(
    `insert into knowledge_entries (id, source, text, content_hash, created_at, updated_at) values ($1, 's', 't', 'h', now(), now())`,
    [entry],
  )
  await $client.query(
    `insert into knowledge_chunks (no, entry_id, part, content, heading) select no, $2, no, '', '' from unnest($1::int[]) no`,
    [nos, entry],
  )
  await $client.query(
    `insert into knowledge_vectors (chunk_no, model, vector) select * from unnest($1::int[], $2::text[], $3::bytea[])`,
    [nos, nos.map(() => MODEL), nos.map((no) => packVector(numbersOf(no)))],
  )
}

const startProjector = () => {
  project = startMeaningIndex(desk.context, desk.database.ownerAddress, 50)
}
const search = () => createVectorSearch(desk.context.config.knowledge, desk.context.db, desk.context.log)
const asOwner = (statement: string) => queryOnce(desk.database.ownerAddress, statement)

test('without pgvector or vectors no meaning index is built, and the reason is logged', async () => {
  startProjector()
  await fill()
  if ((await findExtension(desk.context.db)) === undefined)
    await expect.poll(() => lines.map(({ why }) => why)).toContain('the database has no pgvector extension')
  vi.spyOn(EmbeddingClient.prototype, 'embed').mockResolvedValue([numbersOf(7)])
  const found = await search()?.nearest('ก', 3, new Set())
  expect(found?.[0]).toMatchObject({ no: 7 })
})

test('a search with pgvector finds the vectors that a search in memory finds, and memory is used again without it', async () => {
  await desk.close()
  desk = await openDesk(await createPgvectorDatabase())
  await fill()
  vi.spyOn(EmbeddingClient.prototype, 'embed').mockResolvedValue([numbersOf(7)])
  const hidden = new Set([7])
  const inMemory = await search()?.nearest('ก', 20, hidden)
  expect(inMemory).toHaveLength(20)

  startProjector()
  const index = () => findMeaningIndex(desk.context.db, MODEL)
  await expect.poll(index, { timeout: 60_000 }).toMatchObject({ dimensions: DIMENSIONS })
  const queries = vi.spyOn(desk.context.db.$client, 'query')
  const indexed = search()
  expect(await indexed?.nearest('ก', 20, hidden)).toEqual(inMemory)
  expect(JSON.stringify(queries.mock.calls)).not.toContain('sum(chunk_no)')
  // Checks that deleted vectors are not found, and that new ones are found immediately.
  await desk.context.db.$client.query('delete from knowledge_vectors where chunk_no = $1', [
    inMemory?.[0]?.no,
  ])
  await desk.context.db.$client.query('update knowledge_vectors set vector = $1 where chunk_no = 299', [
    packVector(numbersOf(7)),
  ])
  expect(await indexed?.nearest('ก', 1, hidden)).toMatchObject([{ no: 299 }])

  await project?.stop()
  await asOwner('drop extension vector cascade')
  expect(await index()).toBeUndefined()
  expect(await indexed?.nearest('ก', 1, hidden)).toEqual([])
  await expect.poll(() => indexed?.nearest('ก', 1, hidden)).toMatchObject([{ no: 299 }])
}, 150_000)

/** Makes the database report an installed pgvector, which the embedded PostgreSQL does not have. */
function offerPgvector(db: Db): void {
  const execute = db.execute.bind(db)
  vi.spyOn(db, 'execute').mockImplementation(((query: SQL) =>
    JSON.stringify(query.queryChunks).includes('pg_available_extensions')
      ? Promise.resolve({ rows: [{ schema: 'public', version: '0.8.0' }] })
      : execute(query)) as never)
}

/** Returns the message with which PostgreSQL refuses a connection. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0C${code}\0Mrefused\0\0`)
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test.each([
  ['for a day after it used all of its time', '57014', 24],
  ['for an hour after another error', '42501', 1],
])('a failed index build is not retried %s, counted from its end', async (_, code, restHours) => {
  const hours = (count: number) => count * 3_600_000
  await fill()
  offerPgvector(desk.context.db)
  let now = 0
  let looks = 0
  const builds: number[] = []
  const owner = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      builds.push(now)
      now += hours(1)
      socket.end(refusal(code))
    })
  })
  await once(owner.listen(0, '127.0.0.1'), 'listening')
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1
    return now
  })
  /** Waits for several checks of the builder, which only read the clock while builds are suspended. */
  const untilSeveralChecks = async () => {
    const before = looks
    await expect.poll(() => looks - before).toBeGreaterThan(5)
  }
  try {
    const { port } = owner.address() as AddressInfo
    project = startMeaningIndex(desk.context, `postgres://owner@127.0.0.1:${port}/desk`, 5)
    await expect.poll(() => builds.length).toBe(1)
    await untilSeveralChecks()
    now = hours(restHours) + hours(0.9)
    await untilSeveralChecks()
    now = hours(restHours) + hours(1)
    await expect.poll(() => builds.length).toBe(2)
    expect(builds).toEqual([0, hours(restHours + 1)])
  } finally {
    clock.mockRestore()
    owner.close()
  }
})
