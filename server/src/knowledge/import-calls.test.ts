import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

async function call(who: TestStaff, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const response = await desk.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const generalText = (question: string, answer: string) => writeGeneral({ questions: [question], answer })
const upsert = (text: string, source: string = general, period: object = {}) =>
  call(manager, 'POST', '/kb/upsert', { source, text, ...period })
/** Adds an entry whose validity period has ended. */
const upsertOver = async (text: string) => {
  const { body } = await upsert(text)
  await desk.query(`update knowledge_entries set valid_until = '2001-01-01T00:00:00.000Z' where id = $1`, [
    body.entry_id,
  ])
  await desk.query(
    `update knowledge_versions set valid_until = '2001-01-01T00:00:00.000Z' where entry_id = $1`,
    [body.entry_id],
  )
}
const preview = async (text: string, replace = false, source: string = general): Promise<ImportPreview> =>
  (await call(manager, 'POST', '/kb/import/preview', { source, text, replace })).body
const apply = (text: string, { digest }: ImportPreview, replace = false, who = manager) =>
  call(who, 'POST', '/kb/import', { source: general, text, replace, digest })
const entries = async (source: string = general): Promise<KnowledgeEntry[]> =>
  (await call(agent, 'GET', `/kb/entries?source=${encodeURIComponent(source)}`)).body.items
const texts = async (source: string = general) => (await entries(source)).map(({ text }) => text).sort()
const logs = async () => (await call(agent, 'GET', '/kb/logs')).body.items

const CSV = 'คำถาม,คำตอบ\nฝากเงิน,โอนแล้วส่งสลิป\nถอนเงิน,รอ 5 นาที\nเปลี่ยนชื่อ,แจ้งแอดมิน\nฝากเงิน,อย่างอื่น\n,ไม่มีคำถาม'
const [deposit, withdraw, rename] = [
  generalText('ฝากเงิน', 'โอนแล้วส่งสลิป'),
  generalText('ถอนเงิน', 'รอ 5 นาที'),
  generalText('เปลี่ยนชื่อ', 'แจ้งแอดมิน'),
]
const oldWithdraw = generalText('ถอนเงิน', 'รอ 10 นาที')
const other = generalText('โบนัส', 'ดูที่หน้าโปรโมชั่น')

describe('import preview', () => {
  test('a preview with unknown headings reads the first row as the user chose', async () => {
    const text = 'หัวข้อ,เนื้อหา\nฝากเงิน,โอนแล้วส่งสลิป'
    const post = async (path: string, more: object) =>
      (await call(manager, 'POST', path, { source: general, text, ...more })).body
    const whole = await post('/kb/import/preview', {})
    expect(whole).toMatchObject({ unknown_headings: ['หัวข้อ', 'เนื้อหา'], counts: { new: 2 } })
    const first_row_is_headings = true
    const { digest, ...received } = await post('/kb/import/preview', { first_row_is_headings })
    expect(received).toMatchObject({ counts: { new: 1 }, ignored_rows: [{ row: 1, text: 'หัวข้อ · เนื้อหา' }] })
    expect(await post('/kb/import', { digest })).toMatchObject({ code: 'conflict' })
    await post('/kb/import', { digest, first_row_is_headings })
    expect(await texts()).toEqual([deposit])
  })

  test('a preview reports the effect of each row and changes nothing', async () => {
    for (const text of [deposit, oldWithdraw, other]) await upsert(text)
    const received = await preview(CSV)
    const always = {
      period: { valid_from: null, valid_until: null },
      period_before: null,
      overlap: null,
      dates: [],
    }
    expect(received).toEqual({
      unused_columns: [],
      unknown_headings: null,
      ignored_rows: [],
      problem: null,
      rows: [
        { ...always, row: 2, state: 'known', renewed: false, reason: null, text: deposit, before: null },
        {
          ...always,
          row: 3,
          state: 'changed',
          renewed: false,
          reason: null,
          text: withdraw,
          before: oldWithdraw,
        },
        { ...always, row: 4, state: 'new', renewed: false, reason: null, text: rename, before: null },
        {
          ...always,
          row: 5,
          state: 'refused',
          renewed: false,
          reason: 'twice',
          text: generalText('ฝากเงิน', 'อย่างอื่น'),
          before: null,
        },
        {
          ...always,
          row: 6,
          state: 'refused',
          renewed: false,
          reason: 'no_question',
          text: expect.any(String),
          before: null,
        },
      ],
      counts: { new: 1, changed: 1, known: 1, refused: 2, removed: 0 },
      entries_now: 3,
      entries_then: 4,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await preview(CSV, true)).toMatchObject({ counts: { removed: 1 }, entries_then: 3 })
    expect(await texts()).toEqual([deposit, oldWithdraw, other].sort())
    expect(await logs()).toHaveLength(3)
  })

  test('a preview reports a row whose question has another answer in an entry that remains', async () => {
    const cards = (answer: string) => writeGeneral({ questions: ['รับบัตรไหม', 'จ่ายด้วยบัตร'], answer })
    await upsert(cards('รับทุกธนาคาร'))
    const received = async (text: string, replace = false) =>
      (await preview(text, replace)).rows.map(({ state, overlap }) => [state, overlap])
    expect(await received('คำถาม,คำตอบ\n รับบัตรไหม,ไม่รับแล้ว\nฝากเงิน,โอน')).toEqual([
      ['new', cards('รับทุกธนาคาร')],
      ['new', null],
    ])
    expect(await received('คำถาม,คำตอบ\nรับบัตรไหม,รับทุกธนาคาร')).toEqual([['new', null]])
    expect(await received('คำถาม,คำตอบ\nรับบัตรไหม,ไม่รับแล้ว', true)).toEqual([['new', null]])
    // A row that changes an entry must not report this entry as an overlap.
    expect(await received('คำถาม,คำตอบ\n"รับบัตรไหม\nจ่ายด้วยบัตร",ไม่รับแล้ว')).toEqual([['changed', null]])
  })

  test('a preview recognizes questions in another order and texts with other spaces', async () => {
    await upsert(writeGeneral({ questions: ['ก', 'ข'], answer: 'หนึ่ง' }))
    await upsert(generalText('ค', 'สอง คำ'))
    const { rows } = await preview('คำถาม,คำตอบ\n"ข\nก",สอง\nค,สอง  คำ')
    expect(rows.map(({ state }) => state)).toEqual(['changed', 'known'])
  })

  test('a preview treats texts as different when the case of their URLs differs', async () => {
    await upsert(generalText('จอง', 'ที่ https://shop.example/AbC'))
    const stateOf = async (path: string) =>
      (await preview(`คำถาม,คำตอบ\nจอง,ที่ https://shop.example/${path}`)).rows.map(({ state }) => state)
    expect(await stateOf('AbC')).toEqual(['known'])
    expect(await stateOf('ABC')).toEqual(['changed'])
  })

  test('a preview distinguishes rewritten from unchanged texts, and reports expired entries', async () => {
    await upsert(generalText('Line ID', 'ส่งมาที่แชทนี้'))
    await upsert(generalText('ฝากเงิน', 'ทีละข้อ ก่อน หลัง'))
    for (const text of [deposit, oldWithdraw]) await upsertOver(text)
    const { rows } = await preview('คำถาม,คำตอบ\nLINE ID,ส่งมาที่แชทนี้\nฝากเงิน,"ทีละข้อ ก่อน\nหลัง"\nถอนเงิน,รอ 5 นาที')
    expect(rows).toMatchObject([
      {
        state: 'changed',
        renewed: false,
        text: generalText('LINE ID', 'ส่งมาที่แชทนี้'),
        before: generalText('Line ID', 'ส่งมาที่แชทนี้'),
      },
      { state: 'changed', renewed: false, text: generalText('ฝากเงิน', 'ทีละข้อ ก่อน\nหลัง') },
      { state: 'changed', renewed: true, text: withdraw, before: oldWithdraw },
    ])
    expect((await preview('คำถาม,คำตอบ\nฝากเงิน,โอนแล้วส่งสลิป')).rows).toMatchObject([
      { state: 'changed', renewed: true, text: deposit, before: deposit },
    ])
  })

  test('a preview returns the validity periods of promotions and refuses rows that have already expired', async () => {
    const existing = writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: [] })
    await upsert(existing, promotion, { valid_until: '2099-12-31T16:59:59.999Z' })
    const table = (until: string) =>
      `ชื่อ,รายละเอียด,สิ้นสุด\nวันเกิด,รับ 100,${until}\nตรุษจีน,รับ 200,31/12/2641\nเก่า,รับ 10,31/12/2560\nเสมอ,รับ 1,`
    const received = await preview(table('30/11/2640'), false, promotion)
    const [end, before] = ['2097-11-30T16:59:59.999Z', '2099-12-31T16:59:59.999Z']
    expect(received.rows).toMatchObject([
      { state: 'changed', period: { valid_until: end }, period_before: { valid_until: before } },
      { state: 'new', period: { valid_until: '2098-12-31T16:59:59.999Z' } },
      { state: 'refused', reason: 'over' },
      { state: 'new', period: { valid_until: null } },
    ])
    // Rows without dates do not change the validity period.
    expect((await preview(table(''), false, promotion)).rows).toMatchObject([{ state: 'known' }, {}, {}, {}])
    const text = table('30/11/2640')
    const moved = await call(manager, 'POST', '/kb/import', {
      source: promotion,
      text: table('29/11/2640'),
      digest: received.digest,
    })
    expect(moved.status).toBe(409)
    await call(manager, 'POST', '/kb/import', { source: promotion, text, digest: received.digest })
    const now = (await entries(promotion)).map(({ text, valid_until }) => [text.split('\n')[0], valid_until])
    expect(new Map(now as [string, string | null][])).toEqual(
      new Map([
        ['โปรโมชั่น: วันเกิด', end],
        ['โปรโมชั่น: ตรุษจีน', '2098-12-31T16:59:59.999Z'],
        ['โปรโมชั่น: เสมอ', null],
      ]),
    )
    expect((await preview(text, false, promotion)).counts).toMatchObject({ known: 3, refused: 1 })
  })

  test('an import keeps a bound of a validity period when the file has no column for the bound', async () => {
    const existing = writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: [] })
    const [from, until] = ['2097-11-30T17:00:00.000Z', '2099-12-31T16:59:59.999Z']
    await upsert(existing, promotion, { valid_from: from, valid_until: until })
    const rowOf = async (headings: string, days: string) =>
      (await preview(`ชื่อ,รายละเอียด,${headings}\nวันเกิด,รับ 100,${days}`, false, promotion)).rows[0]
    expect(await rowOf('สิ้นสุด', '31/12/2642')).toMatchObject({ state: 'known' })
    expect(await rowOf('สิ้นสุด', '31/12/2641')).toMatchObject({
      state: 'changed',
      period: { valid_from: from, valid_until: '2098-12-31T16:59:59.999Z' },
    })
    expect(await rowOf('เริ่ม', '1/1/2641')).toMatchObject({
      state: 'changed',
      period: { valid_from: '2097-12-31T17:00:00.000Z', valid_until: until },
    })
    // When the file has both columns, an empty cell removes the bound.
    expect(await rowOf('เริ่ม,สิ้นสุด', ',31/12/2641')).toMatchObject({
      state: 'changed',
      period: { valid_from: null, valid_until: '2098-12-31T16:59:59.999Z' },
    })
    expect(await rowOf('สิ้นสุด', '31/12/2639')).toMatchObject({ state: 'refused', reason: 'bad_period' })
    expect(await rowOf('เริ่ม', '1/1/2643')).toMatchObject({ state: 'refused', reason: 'bad_period' })
    const bad = 'ชื่อ,รายละเอียด,เริ่ม\nวันเกิด,รับ 100,1/1/2643'
    expect((await preview(bad, true, promotion)).counts).toMatchObject({ refused: 1, removed: 0 })
  })

  test('an import removes the end of an expired validity period when the file has no column for the end', async () => {
    const existing = writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: [] })
    const { body } = await upsert(existing, promotion)
    await desk.query(`update knowledge_entries set valid_until = '2001-01-01T00:00:00.000Z' where id = $1`, [
      body.entry_id,
    ])
    const { rows } = await preview('ชื่อ,รายละเอียด,เริ่ม\nวันเกิด,รับ 100,1/1/2641', false, promotion)
    expect(rows).toMatchObject([
      { renewed: true, period: { valid_from: '2097-12-31T17:00:00.000Z', valid_until: null } },
    ])
  })

  test('a preview returns the reason why a text cannot be read', async () => {
    expect(await preview('คำถาม,คำตอบ', true)).toMatchObject({
      problem: 'no_rows',
      rows: [],
      counts: { removed: 0 },
    })
  })

  test('an import in one request accepts two megabytes and no more', async () => {
    const row = `ก,${'ข'.repeat(600)}\n`
    const body = (bytes: number) => ({
      source: general,
      text: row.repeat(Math.ceil(bytes / Buffer.byteLength(row))).slice(0, -1),
    })
    expect((await call(manager, 'POST', '/kb/import/preview', body(1.9 * 1024 ** 2))).status).toBe(200)
    expect((await call(manager, 'POST', '/kb/import/preview', body(2.1 * 1024 ** 2))).status).toBe(400)
    expect((await call(manager, 'POST', '/kb/import/preview', body(5 * 1024 ** 2))).status).toBe(413)
  })
})

describe('import', () => {
  test('an import makes the previewed changes in one log entry, and the texts are searchable immediately', async () => {
    for (const text of [deposit, oldWithdraw, other]) await upsert(text)
    const before = await entries()
    const { status, body } = await apply(CSV, await preview(CSV))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      log: { action: 'import', origin: 'manual', source: general, inserted: 2, replaced: false },
      counts: { new: 1, changed: 1, known: 1, refused: 2, removed: 0 },
    })
    expect(await texts()).toEqual([deposit, withdraw, rename, other].sort())
    const found = (await call(agent, 'POST', '/kb/search', { query: 'เปลี่ยนชื่อ' })).body.results
    expect(found[0].content).toBe(rename)
    const changed = before.find(({ text }) => text === oldWithdraw)
    expect((await entries()).find(({ text }) => text === withdraw)).toMatchObject({
      id: changed?.id,
      version: 2,
    })
    expect((await call(manager, 'POST', `/kb/logs/${body.log.id}/undo`)).status).toBe(200)
    expect(await texts()).toEqual([deposit, oldWithdraw, other].sort())
    const again = (await call(agent, 'POST', '/kb/search', { query: 'ถอนเงินกี่นาที' })).body.results
    expect(again[0].content).toBe(oldWithdraw)
  })

  test('an import that replaces a source keeps entries with the same texts and does not change the other source', async () => {
    for (const text of [deposit, oldWithdraw, other]) await upsert(text)
    await upsert(other, promotion)
    const received = await preview(CSV, true)
    expect((await apply(CSV, received)).status).toBe(409)
    const { body } = await apply(CSV, received, true)
    expect(body).toMatchObject({ log: { action: 'import', replaced: true }, counts: { removed: 1 } })
    expect(await texts()).toEqual([deposit, withdraw, rename].sort())
    expect(await texts(promotion)).toEqual([other])
    await call(manager, 'POST', `/kb/logs/${body.log.id}/undo`)
    expect(await texts()).toEqual([deposit, oldWithdraw, other].sort())
  })

  test('added entries are listed in the order of the imported rows', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `คำถามที่ ${index}`)
    const csv = ['คำถาม,คำตอบ', ...rows.map((row) => `${row},คำตอบ`)].join('\n')
    const { body } = await apply(csv, await preview(csv))
    const changes = await call(manager, 'GET', `/kb/logs/${body.log.id}/changes?limit=20`)
    expect(changes.body.items.map(({ after }: { after: { text: string } }) => after.text)).toEqual(
      rows.slice(0, 20).map((row) => generalText(row, 'คำตอบ')),
    )
  })

  test('an import of a new answer does not change the validity period of the entry', async () => {
    await upsert(oldWithdraw)
    const [entry] = await entries()
    const valid_until = '2099-01-01T00:00:00.000Z'
    const { version, text: as, valid_from } = entry ?? {}
    await call(manager, 'PUT', `/kb/entries/${entry?.id}`, { version, text: as, valid_from, valid_until })
    await apply(CSV, await preview(CSV))
    expect((await entries()).find(({ text }) => text === withdraw)).toMatchObject({ valid_until, version: 3 })
  })

  test('an import makes an expired entry valid again, even with an unchanged text', async () => {
    for (const text of [deposit, oldWithdraw]) await upsertOver(text)
    const found = async (query: string) =>
      (await call(agent, 'POST', '/kb/search', { query })).body.results.map(
        ({ content }: { content: string }) => content,
      )
    expect(await found('ฝากเงิน')).toEqual([])
    const { body } = await apply(CSV, await preview(CSV))
    expect(body.counts).toMatchObject({ new: 1, changed: 2, known: 0 })
    expect([(await found('ฝากเงิน'))[0], (await found('ถอนเงิน'))[0]]).toEqual([deposit, withdraw])
    expect((await entries()).map(({ valid_until }) => valid_until)).toEqual([null, null, null])
    await call(manager, 'POST', `/kb/logs/${body.log.id}/undo`)
    expect((await entries()).map(({ valid_until }) => valid_until)).toEqual(
      Array(2).fill('2001-01-01T00:00:00.000Z'),
    )
  })

  test('an import returns 409 when an entry to change has expired since the preview', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await upsert(oldWithdraw, general, { valid_until: inMinutes(5).toISOString() })
    const previewed = await preview(CSV)
    const clock = vi.spyOn(desk.context, 'now').mockReturnValue(inMinutes(6))
    expect(await apply(CSV, previewed)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    clock.mockRestore()
  })

  test('an import returns 409 without changes when the source or the text differs from the preview', async () => {
    await upsert(oldWithdraw)
    const received = await preview(CSV)
    expect((await apply(CSV.replace('5 นาที', '6 นาที'), received)).status).toBe(409)
    await upsert(rename)
    expect(await apply(CSV, received)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await texts()).toEqual([oldWithdraw, rename].sort())
    expect(await logs()).toHaveLength(2)
  })

  test('ten concurrent import requests run the import once', async () => {
    const received = await preview(CSV)
    const responses = await Promise.all(Array.from({ length: 10 }, () => apply(CSV, received)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await texts()).toHaveLength(3)
    expect(await logs()).toHaveLength(1)
  })

  test('an import of known texts creates no log entry, and a source is not replaced when all imported rows are refused', async () => {
    await upsert(deposit)
    const known = 'ฝากเงิน,โอนแล้วส่งสลิป'
    expect((await apply(known, await preview(known))).body).toMatchObject({ log: null, counts: { known: 1 } })
    expect((await apply(',ก', await preview(',ก', true), true)).status).toBe(409)
    expect(await texts()).toEqual([deposit])
    expect(await logs()).toHaveLength(1)
  })

  test('only managers may import', async () => {
    expect((await apply(CSV, await preview(CSV), false, agent)).body.code).toBe('forbidden')
    expect(await texts()).toEqual([])
    const agentPreview = await call(agent, 'POST', '/kb/import/preview', { source: general, text: CSV })
    expect(agentPreview.body.code).toBe('forbidden')
  })
})
