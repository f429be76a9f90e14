import { randomUUID } from 'node:crypto'
import { ALL_CALLS } from 'shared/contract/all-calls.ts'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const { general, promotion } = KNOWLEDGE_SOURCES
const desk = useTestDesk()
let manager: TestStaff
let agent: TestStaff
beforeAll(async () => {
  manager = await desk.signInAs({ role: 'BUSINESS' })
  agent = await desk.signInAs({ channelKeys: ['main'] })
})
beforeEach(() => emptyKnowledge(desk.context))

async function post(who: TestStaff, path: string, payload: object) {
  const response = await desk.app.inject({ method: 'POST', url: path, headers: who.headers, payload })
  return { status: response.statusCode, body: response.json() }
}
async function get(who: TestStaff, path: string) {
  const response = await desk.app.inject({ method: 'GET', url: path, headers: who.headers })
  return { status: response.statusCode, body: response.json() }
}
const upsert = (text: string, source: string = general, replace = false, who = manager) =>
  post(who, '/kb/upsert', { source, text, replace })
async function find(query: string, topK = 3): Promise<string[]> {
  const { status, body } = await post(agent, '/kb/search', { query, top_k: topK })
  expect(status).toBe(200)
  return body.results.map(({ content }: { content: string }) => content)
}

const deposit = writeGeneral({
  questions: ['ฝากเงินแล้วยอดไม่เข้าทำอย่างไร', 'โอนแล้วเงินยังไม่เข้า'],
  answer: 'ส่งสลิปในแชทนี้ ทีมงานตรวจสอบให้ภายใน 10 นาที',
})
const password = writeGeneral({ questions: ['ลืมรหัสผ่าน'], answer: 'กดลืมรหัสผ่านที่หน้าเข้าสู่ระบบ' })
const bonus = writePromotion({
  name: 'โบนัสวันเกิด',
  text: 'รับเครดิตฟรี 100 บาทในเดือนเกิด',
  images: ['https://example.com/birthday.png'],
})

describe('adding a knowledge text', () => {
  test('an added text is counted, and a search immediately finds it with its source', async () => {
    expect(await upsert(deposit)).toEqual({
      status: 200,
      body: { inserted: 1, entry_id: expect.any(String) },
    })
    await upsert(password)
    await upsert(bonus, promotion)
    expect((await post(agent, '/kb/search', { query: 'เงินไม่เข้า' })).body.results[0]).toEqual({
      content: deposit,
      source: general,
      entry_id: expect.any(String),
      origin: 'manual',
      url: null,
      valid_from: null,
      valid_until: null,
      updated_at: expect.any(String),
      updated_by: expect.objectContaining({ id: manager.staffId }),
      coverage: expect.toSatisfy((share: number) => share > 0.4 && share <= 1),
      is_close: true,
      score: expect.any(Number),
      highlights: expect.arrayContaining([{ from: expect.any(Number), to: expect.any(Number) }]),
    })
    expect((await get(agent, '/kb/sources')).body).toEqual([
      { source: general, chunks: 2, last_ingested_at: expect.any(String) },
      { source: promotion, chunks: 1, last_ingested_at: expect.any(String) },
    ])
  })

  test('a text is added once per source, regardless of spaces and invisible characters', async () => {
    await upsert(deposit)
    expect((await upsert(` ${deposit.replaceAll(' ', '  ')}\u200b\n`)).body).toEqual({
      inserted: 0,
      entry_id: expect.any(String),
    })
    expect((await upsert(deposit, promotion)).body).toEqual({ inserted: 1, entry_id: expect.any(String) })
    expect((await get(agent, '/kb/logs')).body.items).toHaveLength(2)
  })

  test('texts are different when the case of their URLs differs', async () => {
    const insertedBy = async (text: string) => (await upsert(text)).body.inserted
    expect(await insertedBy('จองได้ที่ https://shop.example/AbC')).toBe(1)
    expect(await insertedBy('จองได้ที่  https://shop.example/AbC')).toBe(0)
    expect(await insertedBy('จองได้ที่ https://shop.example/ABC')).toBe(1)
    expect(await insertedBy('จองได้ที่ HTTPS://Shop.example/ABC')).toBe(0)
  })

  test('an expired text can be added again with a new period', async () => {
    const over = '2001-01-01T00:00:00.000Z'
    const bring = (valid_until: string | null) =>
      post(agent, '/kb/upsert', { source: promotion, text: bonus, valid_until })
    expect(await bring(over)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', reason: 'over' },
    })
    const { entry_id } = (await bring('2998-01-01T00:00:00.000Z')).body
    await desk.query(`update knowledge_entries set valid_until = $1`, [over])
    expect(await find('โบนัสวันเกิด')).toEqual([])
    expect((await bring('2002-01-01T00:00:00.000Z')).status).toBe(400)
    const until = '2999-01-01T00:00:00.000Z'
    expect((await bring(until)).body).toEqual({ inserted: 1, entry_id })
    expect(await find('โบนัสวันเกิด')).toEqual([bonus])
    expect((await get(agent, `/kb/entries/${entry_id}`)).body).toMatchObject({
      valid_until: until,
      version: 2,
    })
    expect((await bring(null)).body).toEqual({ inserted: 0, entry_id })
  })

  test('twenty concurrent requests add a text once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => upsert(deposit)))
    expect(responses.map(({ body }) => body.inserted).sort()).toEqual([...Array(19).fill(0), 1])
    expect(new Set(responses.map(({ body }) => body.entry_id)).size).toBe(1)
  })

  test('each chunk of a long answer contains the question', async () => {
    const answer = Array.from({ length: 300 }, (_, index) => `ขั้นตอนที่ ${index} ตรวจสอบยอด`).join(' ')
    const { body } = await upsert(writeGeneral({ questions: ['ขั้นตอนการถอนเงิน'], answer }))
    expect(body.inserted).toBeGreaterThan(5)
    const [found = ''] = await find('ขั้นตอนที่ 250')
    expect(found).toContain('คำถาม: ขั้นตอนการถอนเงิน')
    expect(found).toContain('ขั้นตอนที่ 250')
  })
})

describe('knowledge search', () => {
  beforeEach(async () => {
    for (const text of [deposit, password]) await upsert(text)
    await upsert(bonus, promotion)
  })

  test.each([
    ['tone marks are wrong', 'ลืมรหัสผาน', password],
    ['spaces are missing or repeated', 'รหัส ผ่าน ลืม', password],
    ['letters are repeated', 'โบนัสสสสส วันเกิดดดด', bonus],
    ['Thai and English are mixed', 'bonus โบนัสวันเกิด birthday', bonus],
    ['the keyboard layout is English', ']n,isylzjko', password],
  ])('a search finds the text when %s', async (_, query, expected) => {
    expect((await find(query))[0]).toBe(expected)
  })

  test('a search highlights matches despite wrong tone marks or the other keyboard layout', async () => {
    for (const query of ['ลืมรหัสผาน', ']n,isylzjko']) {
      const { content, highlights } = (await post(agent, '/kb/search', { query })).body.results[0]
      const marked = highlights.map(({ from, to }: { from: number; to: number }) => content.slice(from, to))
      expect(marked).toEqual(['ลืมรหัสผ่าน', 'ลืมรหัสผ่าน'])
    }
  })

  test('a search finds nothing when no text has anything in common with the query', async () => {
    expect(await find('xyzzy plugh 98765')).toEqual([])
    expect(await find('!!! ???')).toEqual([])
  })

  test('a search returns each entry once, and at most the requested number', async () => {
    await upsert(writeGeneral({ questions: ['โบนัส'], answer: 'โบนัส '.repeat(800) }))
    const found = await find('โบนัส', 10)
    expect(found).toHaveLength(2)
    expect(await find('โบนัส', 1)).toHaveLength(1)
  })

  test('a search rejects an empty query and an invalid top_k', async () => {
    for (const payload of [{ query: '  ' }, { query: 'ก', top_k: 0 }, { query: 'ก', top_k: 11 }]) {
      const { status, body } = await post(agent, '/kb/search', payload)
      expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.any(String) })
    }
  })

  test('a search does not find promotions before or after their validity period', async () => {
    await desk.query(
      `update knowledge_entries set valid_until = now() - interval '1 second' where source = $1`,
      [promotion],
    )
    expect(await find('โบนัสวันเกิด')).toEqual([])
    await desk.query(
      `update knowledge_entries set valid_until = null, valid_from = now() + interval '1 hour' where source = $1`,
      [promotion],
    )
    expect(await find('โบนัสวันเกิด')).toEqual([])
  })
})

describe('replacing a whole source', () => {
  test('only managers may replace a source; the other source does not change', async () => {
    await upsert(deposit)
    await upsert(password)
    await upsert(bonus, promotion)
    expect((await upsert(deposit, general, true, agent)).status).toBe(403)
    expect(await find('ลืมรหัสผ่าน')).toEqual([password])
    expect((await upsert(deposit, general, true)).body).toEqual({ inserted: 1, entry_id: expect.any(String) })
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
    expect((await find('เงินไม่เข้า'))[0]).toBe(deposit)
    expect((await find('โบนัสวันเกิด'))[0]).toBe(bonus)
  })

  test('sending a replacement twice replaces the source once', async () => {
    await upsert(password)
    const { entry_id } = (await upsert(deposit, general, true)).body
    expect((await upsert(deposit, general, true)).body).toEqual({ inserted: 0, entry_id })
    expect((await get(agent, '/kb/logs')).body.items).toHaveLength(2)
    await upsert(password)
    expect((await upsert(deposit, general, true)).body.inserted).toBe(1)
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
  })
})

describe('update history', () => {
  test('the update history is returned newest first, in pages, for one source or both', async () => {
    for (let index = 0; index < 12; index += 1)
      await upsert(`เรื่องที่ ${index}`, index % 3 === 0 ? promotion : general)
    await upsert('ใหม่ทั้งหมด', promotion, true)
    const { items } = (await get(agent, '/kb/logs')).body
    expect(items).toHaveLength(10)
    expect(items[0]).toEqual({
      id: expect.any(String),
      source: promotion,
      origin: 'manual',
      inserted: 1,
      removed: 4,
      excerpt: 'ใหม่ทั้งหมด',
      replaced: true,
      at: expect.any(String),
      action: 'upsert',
      staff: expect.objectContaining({ id: manager.staffId }),
      proposed_by: null,
      undo: null,
      import: null,
    })
    expect((await get(agent, '/kb/logs?offset=10')).body.items).toHaveLength(3)
    const ofOne = (await get(agent, `/kb/logs?source=${encodeURIComponent(promotion)}`)).body.items
    expect(ofOne.map(({ source }: { source: string }) => source)).toEqual(Array(5).fill(promotion))
  })
})

test('images of a knowledge text must have web URLs', async () => {
  const withImage = (url: string) => `โปรโมชั่น: วันเกิด\n[IMAGE:${url}]`
  for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', '/kb/logs', 'intent://a'])
    expect(await upsert(withImage(url), promotion)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('invalid image link') },
    })
  const { entry_id } = (await upsert(withImage('http://example.com/a.png'), promotion)).body
  const entry = (await get(agent, `/kb/entries/${entry_id}`)).body
  const edited = await desk.app.inject({
    method: 'PUT',
    url: `/kb/entries/${entry_id}`,
    headers: manager.headers,
    payload: { ...entry, text: withImage('javascript:alert(1)') },
  })
  expect(edited.statusCode).toBe(400)
})

const CALLS = Object.values(ALL_CALLS).filter(({ path }) => path.startsWith('/kb/'))

test('the contract has more than 15 knowledge calls', () => expect(CALLS.length).toBeGreaterThan(15))

test.each(CALLS.map(({ method, path, access }) => [`${method} ${path}`, access] as const))(
  '%s requires a session, and the manager role if the contract says so',
  async (line, access) => {
    const [method, path = ''] = line.split(' ') as ['GET', string]
    const url = path.replace(':id', randomUUID())
    const search = async (headers = {}) => {
      const response = await desk.app.inject({
        method,
        url,
        headers,
        payload: method === 'GET' ? undefined : {},
      })
      return response.statusCode
    }
    expect(await search()).toBe(401)
    if (access === 'BUSINESS') expect(await search(agent.headers)).toBe(403)
    else expect([200, 400, 404]).toContain(await search(agent.headers))
  },
)

test.each([
  ['no session', null, 'GET', '/kb/sources', undefined],
  ['a missing field', 'agent', 'POST', '/kb/upsert', { source: general }],
  ['invalid JSON', 'agent', 'POST', '/kb/search', '{'],
  ['another content type', 'agent', 'POST', '/kb/search', 'query'],
  [
    'no permission to replace a source',
    'agent',
    'POST',
    '/kb/upsert',
    { source: general, text: 'ก', replace: true },
  ],
  ['a call for managers only', 'agent', 'DELETE', `/kb/entries/${randomUUID()}?version=1`, undefined],
  ['an unknown log entry', 'agent', 'GET', `/kb/logs/${randomUUID()}/changes`, undefined],
  ['an unknown path', 'agent', 'GET', '/kb/nothing', undefined],
] as const)('every error of the knowledge calls has a detail: %s', async (_, who, method, url, payload) => {
  const type = payload === 'query' ? 'text/plain' : 'application/json'
  const headers = { ...(who && agent.headers), ...(payload && { 'content-type': type }) }
  const response = await desk.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  const body = response.json()
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(body.detail).toEqual(body.code === 'invalid_request' ? expect.any(String) : body.message)
})
