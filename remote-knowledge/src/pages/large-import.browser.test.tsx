import { endSession, readPersonal, writePersonal } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockManager } from 'shared/testing/mock-profile.ts'
import type { MockResponse } from 'shared/testing/mock-server.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { MockPreview, mockImport } from '../testing/mock-knowledge.ts'
import {
  CALLS,
  frames,
  installMockKnowledge,
  openKnowledge,
  requestsOf,
  server,
} from '../testing/open-knowledge.tsx'

installMockKnowledge()

const IMPORT = '/knowledge-base?kind=import'
const pasted = () => page.getByRole('textbox', { name: 'หรือวางข้อมูลจากตาราง' })
const check = () => page.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' })
const preview = () => page.getByRole('region', { name: 'ตัวอย่างก่อนนำเข้า' })
const progress = () => page.getByRole('region', { name: 'ความคืบหน้าการนำเข้า' })
const ended = () => page.getByRole('region', { name: 'ผลการนำเข้า' })
const running = (done: number) => ({ body: mockImport({ state: 'running', done, total: 20_000 }) })

async function begin() {
  await openKnowledge(IMPORT)
  await pasted().fill('ก,ข')
  await check().click()
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
}

/** Rows of a file that is too large for one request. */
const rows = Array.from({ length: 12_000 }, (_, at) => `คำถามเรื่องการฝากเงินข้อที่ ${at},${'คำตอบ'.repeat(14)}`)
const text = ['คำถาม,คำตอบ', ...rows].join('\n')
const file = () => new File([text], 'ถามตอบ.csv', { type: 'text/csv' })
const parts = () => server.requests.filter(({ call }) => call.startsWith('PUT /kb/import/uploads/'))

test('shows the progress of an import, stops it, and shows the imported count', async () => {
  server.respond(CALLS.import, running(500))
  server.respond(CALLS.importState, running(8_000))
  await begin()
  await expect
    .element(progress().getByRole('status'))
    .toMatchTextContent('กำลังนำเข้า ทั่วไป แล้ว 8,000 จาก 20,000 รายการ')
  await expect.element(progress().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await expect.element(progress().getByText(/ปิดหน้านี้ได้ ระบบนำเข้าต่อจนเสร็จ/)).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  const cancelled = { body: mockImport({ state: 'cancelled', done: 8_500, total: 20_000 }) }
  server.respond(CALLS.cancelImport, cancelled)
  await progress().getByRole('button', { name: 'หยุดนำเข้า' }).click()
  await expect
    .element(ended())
    .toMatchTextContent(/หยุดนำเข้าแล้ว เข้าไปแล้ว 8,500 จาก 20,000 รายการ ย้อนกลับได้จากประวัติ/)
  await ended().getByRole('button', { name: 'ปิด' }).click()
  await expect.element(ended()).not.toBeInTheDocument()
  await expect.element(pasted()).toHaveValue('ก,ข')
})

test('refetches the history when an import ends while the history is open', async () => {
  server.respond(CALLS.import, running(500))
  server.respond(CALLS.importState, running(8_000))
  await begin()
  await expect.element(progress()).toBeVisible()
  await page.getByRole('tab', { name: /^ประวัติ/ }).click()
  await expect.element(page.getByRole('table', { name: 'ประวัติการอัปเดต' })).toBeVisible()
  const before = requestsOf(CALLS.logs).length
  server.respond(CALLS.importState, { body: mockImport({ state: 'done', done: 20_000, total: 20_000 }) })
  await expect.poll(() => requestsOf(CALLS.logs).length, { timeout: 5_000 }).toBeGreaterThan(before)
})

test('scrolls to the progress of an import when it replaces a long preview', async () => {
  await page.viewport(390, 600)
  server.respond(CALLS.import, running(500))
  server.respond(CALLS.importState, running(1_000))
  await begin()
  await expect.element(progress()).toBeInViewport()
  await expect.element(progress().getByRole('progressbar')).toBeInViewport()
})

test('does not offer undo for an import stopped before its first entry', async () => {
  server.respond(CALLS.import, running(0))
  server.respond(CALLS.importState, { body: mockImport({ state: 'cancelled', done: 0, total: 20_000 }) })
  await begin()
  await expect.element(ended().getByRole('alert')).toMatchTextContent(/^หยุดนำเข้าแล้ว ยังไม่มีรายการใดเข้าไป$/)
})

test('shows the progress of an import after a reload, and the imported count at the end', async () => {
  server.respond(CALLS.import, running(500))
  server.respond(CALLS.importState, running(1_000))
  await begin()
  await expect.element(progress()).toBeVisible()
  endSession()
  await cleanup()
  await openKnowledge(IMPORT)
  await expect.element(progress().getByRole('status')).toMatchTextContent(/1,000 จาก 20,000 รายการ/)
  server.respond(CALLS.importState, { body: mockImport({ state: 'done', done: 2 }) })
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  await expect.element(progress()).not.toBeInTheDocument()
})

test('shows how many entries others have changed meanwhile, and what to do after a failed import', async () => {
  server.respond(CALLS.import, {
    body: mockImport({ state: 'done', done: 20_000, total: 20_000, skipped: 3 }),
  })
  await begin()
  await expect
    .element(ended())
    .toMatchTextContent(/นำเข้าแล้ว 19,997 จาก 20,000 รายการ ข้าม 3 รายการที่มีคนแก้ไขระหว่างนำเข้า/)
  await ended().getByRole('button', { name: 'ปิด' }).click()
  server.respond(CALLS.import, { body: mockImport({ state: 'failed', done: 500, total: 20_000 }) })
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect
    .element(ended())
    .toMatchTextContent(/นำเข้าไม่ครบเพราะระบบขัดข้อง เข้าไปแล้ว 500 จาก 20,000 รายการ นำเข้าไฟล์เดิมอีกครั้ง/)
})

test('polls the progress of an import whose first request got no response, also while offline', async () => {
  server.respond(CALLS.import, new TypeError('Failed to fetch'))
  server.respond(CALLS.importState, running(2_000))
  await begin()
  await expect.element(progress().getByRole('status')).toMatchTextContent(/2,000 จาก 20,000 รายการ/)
  server.respond(CALLS.importState, new TypeError('Failed to fetch'))
  await expect.element(progress().getByText(/ติดต่อระบบไม่ได้ชั่วคราว ระบบยังนำเข้าต่อ/)).toBeVisible()
  server.respond(CALLS.importState, running(3_000))
  await expect.element(progress().getByRole('status')).toMatchTextContent(/3,000 จาก 20,000 รายการ/)
  expect(requestsOf(CALLS.import)).toHaveLength(1)
})

test('reports an import that the server does not know and allows a new attempt', async () => {
  server.respond(CALLS.import, new TypeError('Failed to fetch'))
  await begin()
  await expect.element(ended()).toMatchTextContent(/ไม่พบการนำเข้าล่าสุดของคุณ/)
  await ended().getByRole('button', { name: 'ปิด' }).click()
  server.respond(CALLS.import, { body: mockImport({ state: 'done', done: 2 }) })
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  const [first, second] = requestsOf(CALLS.import) as { id: string }[]
  expect(second?.id).toBe(first?.id)
})

test('does not start an import while another import of the same source is running', async () => {
  server.respond(CALLS.import, { status: 409, body: { code: 'conflict', import_running: true } })
  await begin()
  await expect.element(page.getByText(/กำลังนำเข้าอีกชุดหนึ่งอยู่ ยังไม่ได้นำเข้าชุดนี้/)).toBeVisible()
  await expect.element(preview()).toBeVisible()
  expect(requestsOf(CALLS.importPreview)).toHaveLength(1)
})

test('uploads the parts of a large file once, and shows only the rows that need attention', async () => {
  server.respond(CALLS.importParts, { body: { ok: true } })
  server.respond(CALLS.importPreview, {
    body: { ...MockPreview, omitted: { rows: 19_500, attention: 40 }, overlaps: 700 },
  })
  await openKnowledge(IMPORT)
  await userEvent.upload(page.getByLabelText('เลือกไฟล์ที่จะนำเข้า'), file())
  await expect.element(page.getByText(/จึงไม่แสดงในช่องข้อความ/)).toBeVisible()
  await expect.element(pasted()).not.toBeInTheDocument()
  await check().click()
  await expect
    .element(preview())
    .toMatchTextContent(/อีก 19,500 แถวไม่ได้แสดง ในนั้นมี 40 แถวที่ควรตรวจสอบ ตัวเลขสรุปนับทั้งไฟล์/)
  const sent = parts()
  expect(sent.length).toBeGreaterThan(2)
  expect(sent.map(({ body }) => (body as { text: string }).text).join('')).toBe(text)
  const [{ upload, text: whole } = { upload: null, text: '' }] = requestsOf(CALLS.importPreview) as {
    upload: unknown
    text?: string
  }[]
  expect(whole).toBeUndefined()
  expect(upload).toEqual({ id: expect.any(String), parts: sent.length })
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  expect(requestsOf(CALLS.import)).toMatchObject([{ upload }])
  expect(parts()).toHaveLength(sent.length)
})

test('names a file whose upload a reload has stopped, until the user dismisses the note', async () => {
  server.respond(CALLS.importParts, 'never')
  await openKnowledge(IMPORT)
  await userEvent.upload(page.getByLabelText('เลือกไฟล์ที่จะนำเข้า'), file())
  await check().click()
  await expect.element(page.getByText('กำลังส่งข้อมูลไปตรวจสอบ 0%')).toBeVisible()
  const [[key, json] = ['', '{}']] = readPersonal(MockManager.id, 'upload')
  await cleanup()
  // Marks the recorded upload as one of a page that was closed.
  writePersonal(MockManager.id, 'upload', key, JSON.stringify({ ...JSON.parse(json), page: 'ended' }))
  await openKnowledge(IMPORT)
  const note = page.getByRole('alert', { name: 'ไฟล์ที่อัปโหลดไม่เสร็จ' })
  await expect.element(note).toMatchTextContent(/ถามตอบ\.csv/)
  await note.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(note).not.toBeInTheDocument()
})

test('the user can stop the upload of a large import file', async () => {
  const answered = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.importParts, answered.promise)
  await openKnowledge(IMPORT)
  await userEvent.upload(page.getByLabelText('เลือกไฟล์ที่จะนำเข้า'), file())
  await check().click()
  await expect.element(page.getByText('กำลังส่งข้อมูลไปตรวจสอบ 0%')).toBeVisible()
  await page.getByRole('button', { name: 'หยุดส่ง' }).click()
  answered.resolve({ body: { ok: true } })
  await expect.element(page.getByText(/กำลังส่งข้อมูลไปตรวจสอบ/)).not.toBeInTheDocument()
  await frames()
  expect(parts()).toHaveLength(1)
  expect(requestsOf(CALLS.importPreview)).toEqual([])
  await page.getByRole('button', { name: 'เอาข้อมูลออก' }).click()
  await expect.element(pasted()).toHaveValue('')
})

test('shows that an uploaded import file is being checked, and can stop the check', async () => {
  server.respond(CALLS.importParts, { body: { ok: true } })
  const checked = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.importPreview, checked.promise)
  await openKnowledge(IMPORT)
  await userEvent.upload(page.getByLabelText('เลือกไฟล์ที่จะนำเข้า'), file())
  await check().click()
  await expect.element(page.getByText('กำลังตรวจสอบข้อมูล')).toBeVisible()
  await expect.element(page.getByText(/กำลังส่งข้อมูล/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'หยุดตรวจสอบ' }).click()
  checked.resolve({ body: MockPreview })
  await expect.element(page.getByText('กำลังตรวจสอบข้อมูล')).not.toBeInTheDocument()
  await frames()
  await expect.element(preview()).not.toBeInTheDocument()
})
