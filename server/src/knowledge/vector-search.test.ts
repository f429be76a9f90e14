import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { hasAnswer } from '../knowledge-in-conversation/find-answers.ts'
import type { EmbeddingConfig } from '../knowledge-settings.ts'
import type { Projector } from '../projector.ts'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { EmbeddingClient, EmbeddingSuspended } from './embedding-client.ts'
import { claimChunks, storeVectors } from './vector.store.ts'
import { PackedVectors, packVector, unitVector } from './vector-format.ts'
import { startVectorProjector } from './vector-projector.ts'
import { createVectorSearch } from './vector-search.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
interface EmbeddingRequest {
  model: string
  input: string[]
}

/** Simulates an OpenAI server: texts about pets, weather or money have vectors of different directions. */
const TOPICS = [/แมว|สุนัข|สัตว์เลี้ยง|pet/, /ฝน|อากาศ|พายุ/, /เงิน|บาท|โอน/]
const meaningOf = (texts: string) => [...TOPICS.map((topic) => (topic.test(texts) ? 1 : 0)), 0.05]
const wellBehaved = (response: ServerResponse, { input }: EmbeddingRequest) => {
  const data = input.map((texts, index) => ({ object: 'embedding', index, embedding: meaningOf(texts) }))
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data }))
}
let behaves: (response: ServerResponse, request: EmbeddingRequest) => void
let requests: EmbeddingRequest[]
let server: Server
let embedding: EmbeddingConfig
let desk: TestDesk
let manager: TestStaff
let project: Projector | null
beforeAll(async () => {
  server = createServer(async (request, response) => {
    expect([request.method, request.url]).toEqual(['POST', '/v1/embeddings'])
    expect(request.headers.authorization).toBe('Bearer a-key')
    const texts = JSON.parse(await text(request)) as EmbeddingRequest
    requests.push(texts)
    behaves(response, texts)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  embedding = { url, key: 'a-key', model: 'small', least: 0.35 }
  desk = await createTestDesk({
    config: (config) => ({ ...config, knowledge: { ...config.knowledge, embedding } }),
  })
  manager = await desk.signInAs({ role: 'BUSINESS' })
})
afterAll(async () => {
  await project?.stop()
  await desk.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  await project?.stop()
  requests = []
  behaves = wellBehaved
  await emptyKnowledge(desk.context)
  for (const texts of ['ส่งแมวและสุนัขทางรถไฟได้', 'พายุเข้าภาคใต้', 'ค่าส่ง 50 บาท'])
    await call('POST', '/kb/upsert', { source: KNOWLEDGE_SOURCES.general, text: texts })
})

async function call(method: 'POST' | 'GET' | 'DELETE', url: string, payload?: object) {
  const response = await desk.app.inject({
    method,
    url,
    headers: manager.headers,
    ...(payload && { payload }),
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const find = async (query: string): Promise<string[]> =>
  (await call('POST', '/kb/search', { query })).results.map(({ content }: { content: string }) => content)
const vectors = async () =>
  (
    await desk.context.db.$client.query(
      'select chunk_no, model from knowledge_vectors where vector is not null',
    )
  ).rows
const makeVectors = async (count = 3) => {
  project = startVectorProjector(desk.context)
  await expect.poll(vectors).toHaveLength(count)
}

test('once vectors exist, a search finds texts with similar meaning and no common words', async () => {
  expect(await find('pet ok?')).toEqual([])
  await makeVectors()
  await expect.poll(() => find('pet ok?')).toEqual(['ส่งแมวและสุนัขทางรถไฟได้'])
  expect(requests.every(({ model }) => model === 'small')).toBe(true)
  // The first result must be in both the keyword ranking and the ranking by meaning.
  expect((await find('พายุ เงิน'))[0]).toBe('พายุเข้าภาคใต้')
  const [entry] = (
    await call('GET', `/kb/entries?source=${encodeURIComponent(KNOWLEDGE_SOURCES.general)}`)
  ).items.filter((each: { text: string }) => each.text.includes('แมว'))
  await call('DELETE', `/kb/entries/${entry.id}?version=1`)
  expect(await find('pet ok?')).toEqual([])
})

test('from the next search on, expired texts are not found by meaning', async () => {
  await makeVectors()
  await expect.poll(() => find('pet ok?')).toEqual(['ส่งแมวและสุนัขทางรถไฟได้'])
  const end = `update knowledge_entries set valid_until = now() - interval '1 second' where text like '%แมว%'`
  await desk.context.db.$client.query(end)
  expect(await find('pet ok?')).toEqual([])
})

test('suggests answers by meaning, and sends no phone numbers to the embedding server', async () => {
  await makeVectors()
  await expect.poll(() => find('pet ok?')).toHaveLength(1)
  requests = []
  const { ticketId } = await openTicket(desk, { text: 'pet ok? 081-234-5678' })
  const { answers } = await call('GET', `/api/staff/tickets/${ticketId}/answers`)
  expect(answers).toMatchObject([{ text: 'ส่งแมวและสุนัขทางรถไฟได้', is_close: true }])
  expect(requests.flatMap(({ input }) => input)).toEqual(['pet ok? ***-***-****'])
  expect(await hasAnswer(desk.context, 'pet?')).toBe(true)
  expect(await hasAnswer({ ...desk.context, vectors: null }, 'pet?')).toBe(false)
  requests = []
  expect(await hasAnswer(desk.context, 'พายุเข้าภาคใต้')).toBe(true)
  expect(requests).toEqual([])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['closes the connection', (response) => response.destroy()],
  ['returns an error', (response) => response.writeHead(500).end()],
  ['returns an invalid response', (response) => response.writeHead(200).end('{"data": [{}]}')],
  ['does not respond', () => undefined],
])('the word search works without the embedding server when it %s', async (_, behaviour) => {
  await makeVectors()
  behaves = behaviour
  expect(await find(`พายุวันนี้ ${randomUUID().slice(0, 4)}`)).toEqual(['พายุเข้าภาคใต้'])
})

test('suspends embedding requests for a while after three consecutive failures', async () => {
  behaves = (response) => response.writeHead(503).end()
  let now = 0
  const client = new EmbeddingClient(embedding, () => now)
  const embed = () => client.embed(['ก'], 5_000)
  for (let time = 0; time < 3; time += 1) await expect(embed()).rejects.toThrow('503')
  await expect(embed()).rejects.toBeInstanceOf(EmbeddingSuspended)
  expect(requests).toHaveLength(3)
  behaves = wellBehaved
  now = 30_001
  expect(await embed()).toEqual([[0, 0, 0, 0.05]])
  expect(client.isSuspended).toBe(false)
})

test('requests the vectors of chunks again after a failure', async () => {
  behaves = (response) => response.writeHead(500).end()
  project = startVectorProjector(desk.context)
  await expect.poll(() => requests.length).toBe(1)
  const leased = async () =>
    (
      await desk.context.db.$client.query(
        'select from knowledge_vectors where leased_until > now() and lease_owner is null',
      )
    ).rowCount
  await expect.poll(leased).toBe(3)
  behaves = wellBehaved
  await desk.context.db.$client.query(`update knowledge_vectors set leased_until = now()`)
  await expect.poll(vectors).toHaveLength(3)
})

test('leases a chunk to one worker, to another worker after expiry, and again for another model', async () => {
  const { db } = desk.context
  const [one, two] = [randomUUID(), randomUUID()]
  const claims = await Promise.all([claimChunks(db, 'small', one, 2), claimChunks(db, 'small', two, 2)])
  const taken = claims.flat().map(({ no }) => no)
  expect(new Set(taken).size).toBe(taken.length)
  expect(await claimChunks(db, 'small', two, 9)).toHaveLength(3 - taken.length)
  await db.$client.query(`update knowledge_vectors set leased_until = now() - interval '1 second'`)
  expect(await claimChunks(db, 'small', two, 9)).toHaveLength(3)
  const made = (no: number) => ({ no, bytes: packVector([1, 0]) })
  await storeVectors(db, 'small', one, taken.map(made))
  expect(await vectors()).toEqual([])
  await storeVectors(db, 'small', two, taken.map(made))
  expect(await vectors()).toHaveLength(taken.length)
  expect(await claimChunks(db, 'large', one, 9)).toHaveLength(taken.length)
})

test('stores which texts of a batch were refused, and the vectors of the remaining texts', async () => {
  behaves = (response, texts) =>
    texts.input.some((each) => each.includes('พายุ'))
      ? response.writeHead(413).end()
      : wellBehaved(response, texts)
  await makeVectors()
  const empty = await desk.context.db.$client.query(
    `select content from knowledge_vectors join knowledge_chunks on no = chunk_no where octet_length(vector) = 0`,
  )
  expect(empty.rows).toEqual([{ content: 'พายุเข้าภาคใต้' }])
  expect(await claimChunks(desk.context.db, 'small', randomUUID(), 9)).toEqual([])
  await expect.poll(() => find('pet ok?')).toEqual(['ส่งแมวและสุนัขทางรถไฟได้'])
})

test('logs how many texts have no vector because they were refused, and retries them daily for a week', async () => {
  const { db, log } = desk.context
  const warned = vi.spyOn(log, 'warn')
  behaves = (response, texts) =>
    texts.input.some((each) => each.includes('พายุ'))
      ? response.writeHead(413).end()
      : wellBehaved(response, texts)
  await makeVectors()
  const received = 'the embedding server refuses texts of the knowledge base'
  await expect.poll(() => warned.mock.calls.filter(([, message]) => message === received)).toHaveLength(1)
  expect(warned.mock.calls.find(([, message]) => message === received)?.[0]).toMatchObject({ refused: 1 })
  await project?.stop()
  warned.mockRestore()
  const claim = async () =>
    (await claimChunks(db, 'small', randomUUID(), 9)).map(({ content }) => content.trim())
  expect(await claim()).toEqual([])
  const aDayLater = `update knowledge_vectors set leased_until = leased_until - interval '25 hours' where octet_length(vector) = 0`
  await db.$client.query(aDayLater)
  await db.$client.query(`update knowledge_entries set updated_at = updated_at - interval '8 days'`)
  expect(await claim()).toEqual([])
  await db.$client.query('update knowledge_entries set updated_at = now()')
  expect(await claim()).toEqual(['พายุเข้าภาคใต้'])
})

test('vectors of texts that one model refused are requested from another model immediately', async () => {
  const { db } = desk.context
  const owner = randomUUID()
  const nos = (await claimChunks(db, 'small', owner, 9)).map(({ no }) => no)
  const refused = nos.map((no) => ({ no, bytes: Buffer.alloc(0) }))
  await storeVectors(db, 'small', owner, refused)
  expect(await claimChunks(db, 'small', owner, 9)).toEqual([])
  expect((await claimChunks(db, 'large', owner, 9)).map(({ no }) => no)).toEqual(nos)
  // Chunks that are leased for one model must not be available to a worker of another model.
  expect(await claimChunks(db, 'small', owner, 9)).toEqual([])
})

test('an embedding server that refuses everything marks no texts as refused, and is not called for a while', async () => {
  let requestCount = 0
  behaves = (response) => {
    requestCount += 1
    response.writeHead(400).end()
  }
  project = startVectorProjector(desk.context)
  await expect
    .poll(
      async () =>
        (
          await desk.context.db.$client.query(
            'select from knowledge_vectors where leased_until > now() and lease_owner is null',
          )
        ).rowCount,
    )
    .toBe(3)
  expect(await vectors()).toEqual([])
  // Expects one request with the texts, and one with a text that every model accepts.
  expect(requestCount).toBe(2)
})

test('vectors are stored without waiting for a concurrent removal of chunks', async () => {
  const { db } = desk.context
  const owner = randomUUID()
  const taken = (await claimChunks(db, 'small', owner, 9)).map(({ no }) => no)
  const [first = 0] = taken
  await inTransaction(db, async (tx) => {
    await tx.execute(`select from knowledge_vectors where chunk_no = ${first} for update`)
    await storeVectors(
      db,
      'small',
      owner,
      taken.map((no) => ({ no, bytes: packVector([1, 0]) })),
    )
  })
  expect((await vectors()).length).toBe(taken.length - 1)
})

test('the first search does not wait for vectors that load slowly', async () => {
  await makeVectors()
  const { db, config, log } = desk.context
  const search = createVectorSearch(config.knowledge, db, log)
  const nearest = async () => (await search?.nearest('pet ok?', 3, new Set()))?.length
  await inTransaction(db, async (tx) => {
    await tx.execute('lock table knowledge_vectors in access exclusive mode')
    // Expects that the search returns although the table is locked.
    expect(await nearest()).toBe(0)
  })
  await expect.poll(nearest).toBe(1)
})

test('with limited memory, the newest vectors are searched, and older ones are not read repeatedly', async () => {
  const { db, config, log } = desk.context
  await db.$client.query(
    `update knowledge_blocks set lengths = lengths || decode(repeat('00', 16384 - octet_length(lengths)), 'hex')`,
  )
  await call('POST', '/kb/upsert', { source: KNOWLEDGE_SOURCES.general, text: 'pet ใหม่' })
  await makeVectors(4)
  const search = createVectorSearch(config.knowledge, db, log, 20)
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const queries = vi.spyOn(db.$client, 'query')
  const nearest = async () => {
    now += 2_000
    return (await search?.nearest('pet ok?', 9, new Set()))?.map(({ no }) => no)
  }
  const reads = () =>
    queries.mock.calls.filter((each) => JSON.stringify(each).includes('octet_length(vector)')).length
  try {
    await expect.poll(nearest).toEqual([4096])
    const before = reads()
    expect(before).toBeGreaterThan(0)
    for (let time = 0; time < 5; time += 1) expect(await nearest()).toEqual([4096])
    expect(reads()).toBe(before)
  } finally {
    clock.mockRestore()
    queries.mockRestore()
  }
})

test('packing vectors preserves their angles', () => {
  const numbers = Array.from({ length: 64 }, (_, at) => Math.sin(at * 1.7))
  const other = Array.from({ length: 64 }, (_, at) => Math.cos(at * 0.9))
  const near = new Map<number, number>()
  const packed = new PackedVectors([
    { no: 7, bytes: packVector(numbers) },
    { no: 9, bytes: packVector(other) },
    { no: 11, bytes: packVector([1, 2]) },
  ])
  packed.eachNearness(unitVector(numbers), (no, nearness) => near.set(no, nearness))
  const dot = numbers.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0)
  expect([...near.keys()]).toEqual([7, 9])
  expect(near.get(7)).toBeCloseTo(1, 2)
  expect(near.get(9)).toBeCloseTo(dot / Math.hypot(...numbers) / Math.hypot(...other), 2)
})
