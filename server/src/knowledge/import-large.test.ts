import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { IMPORT_MAX_BYTES, KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { ImportPreview, ImportState } from 'shared/contract/knowledge/import-entries.call.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { applyImport } from './import-calls.ts'
import { importRunner } from './import-runner.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
type Upload = { id: string; parts: number }

const source = KNOWLEDGE_SOURCES.general
const desk = useTestDesk()
let manager: TestStaff
let other: TestStaff
let agent: TestStaff
beforeAll(async () => {
  manager = await desk.signInAs({ role: 'BUSINESS' })
  other = await desk.signInAs({ role: 'BUSINESS' })
  agent = await desk.signInAs({ channelKeys: ['main'] })
})
beforeEach(() => emptyKnowledge(desk.context))

async function call(who: TestStaff, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const response = await desk.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

/** Creates a table of questions and answers like an operator's list. Each row has a different number. */
const csvOf = (
  rows: number,
  answer = 'ลูกค้าสามารถทำรายการได้ตลอด 24 ชั่วโมง หากยอดไม่เข้าภายใน 10 นาที กรุณาส่งสลิปให้แอดมินตรวจสอบ',
) =>
  [
    'คำถาม,คำตอบ',
    ...Array.from({ length: rows }, (_, at) => `ฝากเงินครั้งที่ ${at} แล้วยอดไม่เข้าต้องทำอย่างไร,${answer} ข้อ ${at}`),
  ].join('\n')

async function upload(text: string, { who = manager, length = 400_000 } = {}): Promise<Upload> {
  const id = randomUUID()
  const parts = Math.ceil(text.length / length)
  for (let no = 0; no < parts; no += 1) {
    const part = text.slice(no * length, (no + 1) * length)
    expect((await call(who, 'PUT', `/kb/import/uploads/${id}/parts/${no}`, { text: part })).status).toBe(200)
  }
  return { id, parts }
}
const previewed = async (given: object): Promise<ImportPreview> => {
  const { status, body } = await call(manager, 'POST', '/kb/import/preview', { source, ...given })
  expect(status).toBe(200)
  return body
}
const begin = async (text: string, id = randomUUID()): Promise<ImportState> => {
  const { digest } = await previewed({ text })
  return applyImport(
    desk.context,
    manager.staffId,
    { source, text, replace: false, first_row_is_headings: false, digest, id },
    0,
  )
}
const stateOf = async (id: string): Promise<ImportState> =>
  (await call(manager, 'GET', `/kb/imports/${id}`)).body
const ended = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id)).progress.state, { timeout: 240_000 }).toBe(state)
const countOf = async (table: string, where = 'true'): Promise<number> =>
  Number((await desk.query<{ count: string }>(`select count(*) from ${table} where ${where}`))[0]?.count)
const entryCount = () => countOf('knowledge_entries', 'removed_at is null')

describe('large import of 20,000 rows', () => {
  test('a large import is uploaded in parts, has a bounded preview, and creates one log entry', async () => {
    const rows = 20_000
    const text = `${csvOf(rows)}\nฝากเงินครั้งที่ 7 แล้วยอดไม่เข้าต้องทำอย่างไร,ไม่ตรงกับแถวก่อนหน้า`.replace(
      /\n/,
      '\n,ไม่มีคำถาม\n',
    )
    const tooMany = await previewed({ upload: await upload(text) })
    expect(tooMany).toMatchObject({ problem: 'too_many_rows', rows: [] })

    const fits = csvOf(rows - 1).replace('ครั้งที่ 5000 ', 'ครั้งที่ 7 ')
    const given = await upload(fits)
    const preview = await previewed({ upload: given })
    expect(preview.counts).toEqual({ new: rows - 2, changed: 0, known: 0, refused: 1, removed: 0 })
    expect(preview.rows).toHaveLength(201)
    expect(preview.rows.at(-1)).toMatchObject({ row: 5_002, state: 'refused', reason: 'twice' })
    expect(preview.omitted).toEqual({ rows: rows - 1 - 201, attention: 0 })

    const id = randomUUID()
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const body = { source, upload: given, digest: preview.digest, id }
    const begun = await call(manager, 'POST', '/kb/import', body)
    expect(begun.body).toMatchObject({ progress: { id, state: 'running', total: rows - 2 } })
    const undo = await call(manager, 'POST', `/kb/logs/${begun.body.log.id}/undo`)
    expect(undo).toMatchObject({ status: 409, body: { import_running: true } })
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const { progress } = await stateOf(id)
          seen.add(progress.done)
          return progress.state
        },
        { timeout: 240_000 },
      )
      .toBe('done')
    expect(seen.size).toBeGreaterThan(2)
    expect(statements.mock.calls.length).toBeLessThan(rows / 2)
    statements.mockRestore()

    expect(await entryCount()).toBe(rows - 2)
    const logs = (await call(agent, 'GET', '/kb/logs')).body.items
    expect(logs).toMatchObject([
      { action: 'import', inserted: rows - 2, import: { state: 'done', done: rows - 2, total: rows - 2 } },
    ])
    const found = await call(agent, 'POST', '/kb/search', { query: 'ฝากเงินครั้งที่ 19997 แล้วยอดไม่เข้า' })
    expect(found.body.results[0].content).toContain('19997')
    expect(await countOf('knowledge_import_parts', `upload_id = '${given.id}'`)).toBe(0)
    expect(await countOf('knowledge_import_rows')).toBe(0)
  }, 300_000)
})

describe('import that continues in the background after its response', () => {
  test('concurrent requests with one import id start the import once', async () => {
    const text = csvOf(1_200, 'โอนแล้วส่งสลิป')
    const { digest } = await previewed({ text })
    const id = randomUUID()
    const body = { source, text, digest, id }
    const responses = await Promise.all([1, 2, 3].map(() => call(manager, 'POST', '/kb/import', body)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    await ended(id, 'done')
    expect(await call(manager, 'POST', '/kb/import', body)).toMatchObject({
      body: { progress: { done: 1_200 } },
    })
    expect(await entryCount()).toBe(1_200)
    expect(await countOf('knowledge_logs')).toBe(1)
  }, 120_000)

  test('a canceled import stops: imported entries remain, are counted and can be undone', async () => {
    const { log, progress } = await begin(csvOf(3_000, 'โอนแล้วส่งสลิป'))
    const cancelled = await call(other, 'POST', `/kb/imports/${progress.id}/cancel`)
    expect(cancelled.status).toBe(200)
    await ended(progress.id, 'cancelled')
    const { done, total } = (await stateOf(progress.id)).progress
    expect(total).toBe(3_000)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(total)
    expect(await entryCount()).toBe(done)
    expect(await countOf('knowledge_import_rows')).toBe(0)
    expect((await call(manager, 'POST', `/kb/logs/${log?.id}/undo`)).status).toBe(200)
    expect(await entryCount()).toBe(0)
  }, 120_000)

  test('another server continues an import without lost or duplicate rows', async () => {
    const jobs = importRunner.start(desk.context)
    const { progress } = await begin(csvOf(1_700, 'โอนแล้วส่งสลิป'))
    await jobs.stop()
    expect((await stateOf(progress.id)).progress).toMatchObject({ state: 'running' })
    expect(await entryCount()).toBeLessThan(1_700)
    const next = importRunner.start(desk.context)
    await ended(progress.id, 'done')
    await next.stop()
    expect(await entryCount()).toBe(1_700)
    expect(await countOf('knowledge_logs')).toBe(1)
    expect(await countOf('knowledge_versions')).toBe(1_700)
  }, 120_000)

  test('a running import overwrites no concurrent changes, and a second import of the source is rejected', async () => {
    const last = (at: number) => `คำถาม: ฝากเงินครั้งที่ ${at} แล้วยอดไม่เข้าต้องทำอย่างไร\nคำตอบ: `
    const made = async (at: number) =>
      (await call(manager, 'POST', '/kb/upsert', { source, text: `${last(at)}เดิม` })).body.entry_id
    const [edited, removed] = [await made(1_697), await made(1_698)]
    const jobs = importRunner.start(desk.context)
    const text = csvOf(1_700, 'โอนแล้วส่งสลิป')
    const { progress } = await begin(text)
    await jobs.stop()
    const again = await call(other, 'POST', '/kb/import', { source, text, digest: 'a'.repeat(64) })
    expect(again).toMatchObject({ status: 409, body: { import_running: true } })
    const period = { valid_from: null, valid_until: null }
    await call(other, 'PUT', `/kb/entries/${edited}`, { version: 1, text: `${last(1_697)}ใหม่กว่า`, ...period })
    await desk.app.inject({
      method: 'DELETE',
      url: `/kb/entries/${removed}?version=1`,
      headers: other.headers,
    })
    await call(other, 'POST', '/kb/upsert', { source, text: `${last(1_699)}เพิ่มระหว่างนั้น` })
    const next = importRunner.start(desk.context)
    await ended(progress.id, 'done')
    await next.stop()
    expect((await stateOf(progress.id)).progress).toMatchObject({ done: 1_700, skipped: 3 })
    const texts = await desk.query<{ text: string }>(
      `select text from knowledge_entries where removed_at is null and text ~ 'ครั้งที่ 169[789] '`,
    )
    expect(texts.map(({ text }) => text).sort()).toEqual([
      `${last(1_697)}ใหม่กว่า`,
      `${last(1_699)}เพิ่มระหว่างนั้น`,
    ])
  }, 120_000)

  test('an import fails after five starts without progress and reports the number of imported rows', async () => {
    const jobs = importRunner.start(desk.context)
    const { progress } = await begin(csvOf(1_200, 'โอนแล้วส่งสลิป'))
    await jobs.stop()
    const { done } = (await stateOf(progress.id)).progress
    await desk.query(
      `update knowledge_imports set attempts = 5, leased_until = null where id = '${progress.id}'`,
    )
    const next = importRunner.start(desk.context)
    await ended(progress.id, 'failed')
    await next.stop()
    expect((await stateOf(progress.id)).progress).toMatchObject({ done, total: 1_200 })
    expect(await entryCount()).toBe(done)
    expect(await countOf('knowledge_import_rows')).toBe(0)
  }, 120_000)

  test('only managers may run a large import', async () => {
    const { progress } = await begin(csvOf(3, 'โอน'))
    for (const [method, path] of [
      ['GET', `imports/${progress.id}`],
      ['POST', `imports/${progress.id}/cancel`],
    ] as const)
      expect((await call(agent, method, `/kb/${path}`)).body.code).toBe('forbidden')
    const part = `/kb/import/uploads/${randomUUID()}/parts/0`
    expect((await call(agent, 'PUT', part, { text: 'ก' })).body.code).toBe('forbidden')
    expect((await call(manager, 'GET', `/kb/imports/${randomUUID()}`)).body.code).toBe('not_found')
  })
})

describe('upload of a large import', () => {
  const check = (who: TestStaff, given: object) =>
    call(who, 'POST', '/kb/import/preview', { source, ...given })

  test('an import upload belongs to one staff member and must be complete', async () => {
    const given = await upload('คำถาม,คำตอบ\nฝาก,โอน', { length: 8 })
    expect((await check(other, { upload: given })).body.code).toBe('not_found')
    expect((await check(manager, { upload: { ...given, parts: given.parts + 1 } })).body.code).toBe(
      'not_found',
    )
    expect((await check(manager, { upload: given })).body.counts).toMatchObject({ new: 1 })
    const [taken] = [await call(other, 'PUT', `/kb/import/uploads/${given.id}/parts/0`, { text: 'ก' })]
    expect(taken.status).toBe(413)
    expect((await check(manager, {})).body).toMatchObject({ code: 'invalid_request', reason: 'no_text' })
  })

  test('an upload part that is sent twice is stored once', async () => {
    const given = await upload('คำถาม,คำตอบ\nฝาก,โอน')
    await call(manager, 'PUT', `/kb/import/uploads/${given.id}/parts/0`, { text: 'คำถาม,คำตอบ\nฝาก,โอน' })
    expect((await check(manager, { upload: given })).body.counts).toMatchObject({ new: 1 })
  })

  test('import uploads have a size limit, and each user has at most two', async () => {
    const [first, second, third] = [await upload('ก,1'), await upload('ข,2'), await upload('ค,3')]
    expect((await check(manager, { upload: first })).body.code).toBe('not_found')
    for (const retained of [second, third])
      expect((await check(manager, { upload: retained })).status).toBe(200)
    await desk.query(
      `update knowledge_import_parts set text = repeat('a', ${IMPORT_MAX_BYTES - 2}) where upload_id = '${third.id}'`,
    )
    const put = (text: string) => call(manager, 'PUT', `/kb/import/uploads/${third.id}/parts/1`, { text })
    expect((await put('ก')).body.code).toBe('payload_too_large')
    expect((await put('ab')).status).toBe(200)
  })
})
