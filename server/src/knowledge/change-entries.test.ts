import { randomUUID } from 'node:crypto'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const { general, promotion } = KNOWLEDGE_SOURCES
const HOUR = 3_600_000
const desk = useTestDesk()
let manager: TestStaff
let otherAgent: TestStaff
let agent: TestStaff
beforeAll(async () => {
  manager = await desk.signInAs({ role: 'BUSINESS' })
  otherAgent = await desk.signInAs({ role: 'BUSINESS' })
  agent = await desk.signInAs({ channelKeys: ['main'] })
})
beforeEach(() => emptyKnowledge(desk.context))

async function call(
  who: TestStaff,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const response = await desk.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const upsert = (text: string, more: object = {}) =>
  call(manager, 'POST', '/kb/upsert', { source: general, text, ...more })
const listed = async (source: string = general): Promise<KnowledgeEntry[]> =>
  (await call(agent, 'GET', `/kb/entries?source=${encodeURIComponent(source)}`)).body.items
async function add(text: string, more: { source?: string } = {}): Promise<KnowledgeEntry> {
  await upsert(text, more)
  const made = (await listed(more.source)).find((entry) => entry.text === text)
  if (made === undefined) throw new Error(`${text} was not added`)
  return made
}
const edit = (entry: KnowledgeEntry, changes: Partial<KnowledgeEntry>, who = manager) =>
  call(who, 'PUT', `/kb/entries/${entry.id}`, {
    version: entry.version,
    text: entry.text,
    valid_from: entry.valid_from,
    valid_until: entry.valid_until,
    ...changes,
  })
const remove = (entry: KnowledgeEntry, who = manager) =>
  call(who, 'DELETE', `/kb/entries/${entry.id}?version=${entry.version}`)
const logs = async () => (await call(agent, 'GET', '/kb/logs')).body.items
const changes = async (logId: string) => (await call(agent, 'GET', `/kb/logs/${logId}/changes`)).body
const undo = (logId: string, who = manager) => call(who, 'POST', `/kb/logs/${logId}/undo`)
const find = async (query: string): Promise<string[]> =>
  (await call(agent, 'POST', '/kb/search', { query })).body.results.map(
    (each: { content: string }) => each.content,
  )
const state = (text: string) => ({ text, valid_from: null, valid_until: null })

const password = writeGeneral({ questions: ['ลืมรหัสผ่าน'], answer: 'กดลืมรหัสผ่านที่หน้าเข้าสู่ระบบ' })
const channel = writeGeneral({ questions: ['เปลี่ยนบัญชีธนาคาร'], answer: 'แจ้งแอดมินพร้อมหน้าสมุดบัญชี' })
const withdrawal = writeGeneral({ questions: ['ถอนเงินกี่นาที'], answer: 'ไม่เกิน 10 นาที' })
const bonus = writePromotion({ name: 'โบนัสวันเกิด', text: 'รับเครดิตฟรี 100 บาท', images: [] })

describe('reading a single knowledge entry', () => {
  test('returns an entry by the id that the first and every repeated upsert return', async () => {
    const first = (await upsert(password)).body
    const again = (await upsert(` ${password} `)).body
    expect(again).toEqual({ inserted: 0, entry_id: first.entry_id })
    const read = await call(agent, 'GET', `/kb/entries/${first.entry_id}`)
    expect(read).toEqual({ status: 200, body: (await listed())[0] })
  })

  test('reading an entry returns 404 when it is removed or its id is unknown', async () => {
    const entry = await add(password)
    await remove(entry)
    for (const id of [entry.id, randomUUID()])
      expect((await call(agent, 'GET', `/kb/entries/${id}`)).status).toBe(404)
  })
})

describe('editing a knowledge entry', () => {
  test('an edit makes the new text searchable immediately and logs who changed the entry', async () => {
    const entry = await add(password)
    const { status, body } = await edit(entry, { text: channel }, otherAgent)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...entry,
        text: channel,
        version: 2,
        updated_at: expect.any(String),
        updated_by: expect.objectContaining({ id: otherAgent.staffId }),
      },
    })
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
    expect(await find('เปลี่ยนบัญชีธนาคาร')).toEqual([channel])
    const [line] = await logs()
    expect(line).toMatchObject({ action: 'edit', source: general, inserted: 1, replaced: false })
    expect(line.staff.id).toBe(otherAgent.staffId)
    expect(await changes(line.id)).toEqual({
      log: line,
      items: [{ entry_id: entry.id, before: state(password), after: state(channel) }],
      total: 1,
      can_undo: true,
    })
  })

  test('the later of two concurrent edits gets 409 with the newer entry', async () => {
    const entry = await add(password)
    const responses = await Promise.all([
      edit(entry, { text: channel }),
      edit(entry, { text: withdrawal }, otherAgent),
    ])
    const [accepted, refused] = responses.toSorted((a, b) => a.status - b.status)
    expect([accepted?.status, refused?.status]).toEqual([200, 409])
    expect(refused?.body).toMatchObject({ code: 'conflict', entry: accepted?.body })
    expect(await listed()).toEqual([accepted?.body])
    expect((await edit(accepted?.body, { text: password })).status).toBe(200)
  })

  test('an edit that changes nothing creates no version and no log entry', async () => {
    const entry = await add(password)
    expect(await edit(entry, {})).toEqual({ status: 200, body: entry })
    expect(await logs()).toHaveLength(1)
  })

  test('an edit to a text that the source already has returns 409 with the id of the existing entry', async () => {
    const [entry, other] = [await add(password), await add(channel)]
    expect(await edit(entry, { text: ` ${channel} ` })).toMatchObject({
      status: 409,
      body: { code: 'conflict', known_id: other.id },
    })
    expect(await find('ลืมรหัสผ่าน')).toEqual([password])
    expect(await logs()).toHaveLength(2)
  })

  test('an edit may change only spaces', async () => {
    const entry = await add('ก ข')
    expect((await edit(entry, { text: 'ก  ข' })).body).toMatchObject({ text: 'ก  ข', version: 2 })
  })
})

describe('validity period of an entry', () => {
  const from = (ms: number) => new Date(desk.context.now().getTime() + ms).toISOString()

  test('an edit sets the validity period, which limits when searches find the entry', async () => {
    await upsert(bonus, { source: promotion, valid_from: from(-HOUR), valid_until: from(HOUR) })
    const [entry] = await listed(promotion)
    if (entry === undefined) throw new Error('not listed')
    expect(await find('โบนัสวันเกิด')).toEqual([bonus])
    expect((await edit(entry, { valid_until: from(-1) })).status).toBe(200)
    expect(await find('โบนัสวันเกิด')).toEqual([])
    const [over] = await listed(promotion)
    expect(over).toMatchObject({ text: bonus, version: 2 })
    const [line] = await logs()
    expect((await changes(line.id)).items[0]).toMatchObject({
      before: { text: bonus, valid_until: entry.valid_until },
      after: { text: bonus, valid_until: over?.valid_until },
    })
    expect((await undo(line.id)).status).toBe(200)
    expect(await find('โบนัสวันเกิด')).toEqual([bonus])
  })

  test('a validity period that ends before it begins returns 400', async () => {
    const moment = from(HOUR)
    const period = { valid_from: moment, valid_until: moment }
    expect((await upsert(bonus, period)).status).toBe(400)
    expect((await edit(await add(bonus), period)).status).toBe(400)
  })
})

describe('removing a knowledge entry', () => {
  test('a removed entry is hidden from lists and searches, and undo restores it', async () => {
    const entry = await add(password)
    await add(channel)
    expect(await remove(entry)).toEqual({ status: 200, body: { ok: true } })
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
    expect((await listed()).map(({ text }) => text)).toEqual([channel])
    const [line] = await logs()
    expect((await changes(line.id)).items).toEqual([
      { entry_id: entry.id, before: state(password), after: null },
    ])
    expect((await undo(line.id)).body.log).toMatchObject({ action: 'undo', source: general, inserted: 1 })
    expect(await find('ลืมรหัสผ่าน')).toEqual([password])
    expect((await listed()).map(({ text }) => text)).toEqual([password, channel])
  })

  test('removing an entry returns 409 for an outdated version, and 404 when it is already removed', async () => {
    const entry = await add(password)
    const { body } = await edit(entry, { text: channel })
    expect(await remove(entry)).toMatchObject({ status: 409, body: { code: 'conflict', entry: body } })
    await remove(body)
    expect((await remove(body)).status).toBe(404)
    expect((await edit(body, { text: password })).status).toBe(404)
  })
})

describe('undo of a knowledge change', () => {
  test('undo removes a new text, and the undo itself can be undone', async () => {
    await add(password)
    const [added] = await logs()
    const { log } = (await undo(added.id)).body
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
    expect((await undo(log.id)).status).toBe(200)
    expect(await find('ลืมรหัสผ่าน')).toEqual([password])
  })

  test('undo restores the whole source after a replacement', async () => {
    for (const text of [password, channel]) await add(text)
    await upsert(password, { replace: true })
    expect(await find('เปลี่ยนบัญชีธนาคาร')).toEqual([])
    const [line] = await logs()
    expect((await changes(line.id)).total).toBe(3)
    expect((await undo(line.id)).status).toBe(200)
    expect(await find('เปลี่ยนบัญชีธนาคาร')).toEqual([channel])
    expect((await listed()).map(({ text }) => text).toSorted()).toEqual([channel, password].toSorted())
  })

  test('undo completely restores a source of several batches', async () => {
    const texts = Array.from({ length: 620 }, (_, index) => `สินค้ารุ่นที่ ${index} รับประกัน ${index} วัน`)
    await desk.query(
      `with log as (insert into knowledge_logs (source, origin, action, inserted, replaced, at)
         values ($1, 'manual', 'import', 0, false, now()) returning id),
       entry as (insert into knowledge_entries (source, text, content_hash, created_at, updated_at)
         select $1, text, sha256(convert_to(text, 'UTF8')), now(), now() from unnest($2::text[]) text returning id, text)
       insert into knowledge_versions (entry_id, version, log_id, text) select entry.id, 1, log.id, text from entry, log`,
      [general, texts],
    )
    await upsert(password, { replace: true })
    const [line] = await logs()
    expect((await undo(line.id)).body.log).toMatchObject({ inserted: 620 })
    expect(
      (await desk.query<{ text: string }>('select text from knowledge_entries where removed_at is null'))
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(texts.toSorted())
    for (const index of [0, 250, 619])
      expect(await find(`รุ่นที่ ${index} รับประกัน ${index} วัน`)).toContain(texts[index])
    expect(await find('ลืมรหัสผ่าน')).toEqual([])
  })

  test('undo changes nothing and returns 409 when one of the entries has changed since', async () => {
    for (const text of [password, channel]) await add(text)
    await upsert(withdrawal, { replace: true })
    const [line] = await logs()
    const [entry] = await listed()
    if (entry === undefined) throw new Error('not listed')
    const { body } = await edit(entry, { text: `${withdrawal} ทุกวัน` })
    expect((await changes(line.id)).can_undo).toBe(false)
    expect(await undo(line.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await listed()).toEqual([body])
    expect(await logs()).toHaveLength(4)
  })

  test('a log entry can be undone while the knowledge entry still has the state that the log entry wrote', async () => {
    let entry = await add(password)
    const steps = ['หนึ่ง', 'สอง', 'สาม'].map((step) => `${password} ${step}`)
    for (const text of steps) entry = (await edit(entry, { text })).body
    const [third, second, first] = await logs()
    const canUndo = async (line: { id: string }) => (await changes(line.id)).can_undo
    const reads = async () => (await listed()).map(({ text }) => text)
    expect(await canUndo(second)).toBe(false)
    const { log: back } = (await undo(third.id)).body
    expect(await reads()).toEqual([steps[1]])
    expect((await undo(second.id)).status).toBe(200)
    expect(await reads()).toEqual([steps[0]])
    expect(await Promise.all([third, second, first, back].map(canUndo))).toEqual([false, false, true, false])
    const states = async () => (await logs()).map((log: KnowledgeLog) => log.undo?.state ?? null)
    expect(await states()).toEqual([null, null, 'done', 'done', null, null])
    expect((await undo(third.id)).body.code).toBe('conflict')
    const [last] = await logs()
    expect((await undo(last.id)).status).toBe(200)
    expect(await states()).toEqual([null, 'done', null, 'done', null, null, null])
    expect(await reads()).toEqual([steps[1]])
    // After undoing the undo, the log entry can be undone again.
    expect((await undo(second.id)).status).toBe(200)
    expect(await reads()).toEqual([steps[0]])
    expect(await find('ลืมรหัสผ่าน หนึ่ง')).toEqual([steps[0]])
  })

  test('undo is not offered after a manual edit restored the previous text', async () => {
    const entry = await add(password)
    const { body } = await edit(entry, { text: channel })
    const [line] = await logs()
    await undo(line.id)
    await edit({ ...body, version: body.version + 1 }, { text: channel })
    expect((await changes(line.id)).can_undo).toBe(false)
    expect((await undo(line.id)).status).toBe(409)
  })

  test('a log entry has an excerpt of one changed entry, preferably an added one, and the number of removed entries', async () => {
    const entry = await add('คำถาม: ลืมรหัสผ่าน\nคำถาม: เข้าไม่ได้\nคำตอบ: กดลืมรหัส')
    await add(channel)
    await remove(entry)
    await upsert(bonus, { replace: true })
    const [replaced] = await logs()
    await undo(replaced.id)
    const received = (await logs()).map(({ excerpt, removed }: KnowledgeLog) => [excerpt, removed])
    expect(received).toEqual([
      ['เปลี่ยนบัญชีธนาคาร', 1],
      ['โบนัสวันเกิด', 1],
      ['ลืมรหัสผ่าน', 1],
      ['เปลี่ยนบัญชีธนาคาร', 0],
      ['ลืมรหัสผ่าน', 0],
    ])
  })

  test('an excerpt of a log entry is cut between graphemes', async () => {
    await upsert(`${'ก'.repeat(119)}กี่ครั้ง`)
    expect((await logs())[0].excerpt).toBe(`${'ก'.repeat(119)}กี่`)
  })

  test('undo returns 409 when the earlier text was added again, and 404 for an unknown log entry', async () => {
    await remove(await add(password))
    const [line] = await logs()
    const again = await add(password)
    expect(await undo(line.id)).toMatchObject({ status: 409, body: { code: 'conflict', known_id: again.id } })
    expect(await listed()).toEqual([again])
    expect((await undo(randomUUID())).status).toBe(404)
    expect((await call(agent, 'GET', `/kb/logs/${randomUUID()}/changes`)).status).toBe(404)
  })

  test('ten concurrent undo requests run the undo once', async () => {
    await remove(await add(password))
    const [line] = await logs()
    const responses = await Promise.all(Array.from({ length: 10 }, () => undo(line.id)))
    // Requests that arrive while the undo is running receive its result.
    const done = responses.filter(({ status }) => status === 200)
    expect(new Set(done.flatMap(({ body }) => body.log?.id ?? [])).size).toBe(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(10 - done.length)
    expect((await logs()).filter(({ action }: { action: string }) => action === 'undo')).toHaveLength(1)
    expect(await find('ลืมรหัสผ่าน')).toEqual([password])
  })
})

test('only managers may edit, remove and undo knowledge entries', async () => {
  const entry = await add(password)
  const [line] = await logs()
  expect((await edit(entry, { text: channel }, agent)).body.code).toBe('forbidden')
  expect((await remove(entry, agent)).body.code).toBe('forbidden')
  expect((await undo(line.id, agent)).body.code).toBe('forbidden')
  expect(await listed()).toEqual([entry])
})
