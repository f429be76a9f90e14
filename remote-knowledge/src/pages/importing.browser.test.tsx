import { endSession, signOut } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { MockPage, MockPreview, MockQuestion } from '../testing/mock-knowledge.ts'
import { CALLS, installMockKnowledge, openKnowledge, requestsOf, server } from '../testing/open-knowledge.tsx'

installMockKnowledge()

const IMPORT = '/knowledge-base?kind=import'
const pasted = () => page.getByRole('textbox', { name: 'หรือวางข้อมูลจากตาราง' })
const check = () => page.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' })
const preview = () => page.getByRole('region', { name: 'ตัวอย่างก่อนนำเข้า' })

test('previews an import of pasted text by row and applies exactly that preview', async () => {
  await openKnowledge(IMPORT)
  await check().click()
  await expect.element(page.getByText('กรุณาเลือกไฟล์ หรือวางข้อมูลที่จะนำเข้า')).toBeVisible()
  await pasted().fill('ฝากเงิน\tคำตอบใหม่')
  await check().click()
  await expect.element(preview().getByText('ทั่วไป มี 40 รายการ หลังนำเข้าจะมี 41 รายการ')).toBeVisible()
  const rows = preview().getByRole('list', { name: 'แถวที่จะนำเข้า' })
  await expect
    .element(rows)
    .toMatchTextContent(/แถว 2ใหม่.*ฝากเงิน.*แถว 3แก้ไข.*เดิม:.*ไม่เกิน 10 นาที.*แถว 5ไม่รับไม่มีคำตอบ/s)
  expect(await seriousProblems(document.body)).toEqual([])
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  await expect.element(pasted()).toHaveValue('')
  const draft = { source: 'ทั่วไป', text: 'ฝากเงิน\tคำตอบใหม่', replace: false }
  expect(requestsOf(CALLS.importPreview)).toEqual([draft])
  expect(requestsOf(CALLS.import)).toEqual([{ ...draft, digest: MockPreview.digest, id: expect.any(String) }])
})

test('an import replaces a source after a confirmation that shows the numbers of entries', async () => {
  const counts = { ...MockPreview.counts, removed: 30 }
  server.respond(CALLS.importPreview, { body: { ...MockPreview, counts, entries_then: 11 } })
  await openKnowledge(IMPORT)
  await pasted().fill('ก,ข')
  await page.getByText(/แทนที่ข้อมูลทั้งหมดของ ทั่วไป/).click()
  await check().click()
  await expect.element(preview().getByRole('alert')).toMatchTextContent(/จะลบ 30 รายการ/)
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  const dialog = page.getByRole('dialog', { name: 'แทนที่ข้อมูลทั้งหมดของ ทั่วไป?' })
  await expect.element(dialog).toMatchTextContent(/จาก 40 รายการ จะเหลือ 11 รายการ/)
  expect(requestsOf(CALLS.import)).toEqual([])
  await dialog.getByRole('button', { name: 'แทนที่ทั้งหมด' }).click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  expect(requestsOf(CALLS.import)).toMatchObject([{ replace: true }])
})

test('an import applies nothing and shows a new preview when the knowledge base has changed', async () => {
  server.respond(CALLS.import, { status: 409, body: { code: 'conflict' } })
  await openKnowledge(IMPORT)
  await pasted().fill('ก,ข')
  await check().click()
  server.respond(CALLS.importPreview, { body: { ...MockPreview, entries_now: 41, entries_then: 42 } })
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect.element(page.getByText(/ฐานความรู้เปลี่ยนไปหลังตรวจสอบ ยังไม่ได้นำเข้า/)).toBeVisible()
  await expect.element(preview().getByText(/มี 41 รายการ/)).toBeVisible()
  await expect.element(pasted()).toHaveValue('ก,ข')
})

test('imports only once on a double click', async () => {
  await openKnowledge(IMPORT)
  await pasted().fill('ก,ข')
  await check().click()
  const button = preview().getByRole('button', { name: 'นำเข้า 2 รายการ' })
  await expect.element(button).toBeVisible()
  const pressed = button.element() as HTMLElement
  pressed.click()
  pressed.click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  expect(requestsOf(CALLS.import).length).toBe(1)
})

test('an import preview shows validity periods of promotions and names the ignored columns', async () => {
  const [first = MockPreview.rows[0], second] = MockPreview.rows
  const period = { valid_from: null, valid_until: '2099-12-31T16:59:59.999Z' }
  const rows = [
    { ...first, period },
    { ...second, period, period_before: { valid_from: null, valid_until: null } },
  ]
  server.respond(CALLS.importPreview, { body: { ...MockPreview, rows, unused_columns: ['ทีม', 'D'] } })
  await openKnowledge(IMPORT)
  await page.getByText(/แทนที่ข้อมูลทั้งหมดของ ทั่วไป/).click()
  const sources = page.getByRole('radiogroup', { name: 'แหล่งข้อมูลที่จะนำเข้า' })
  await sources.getByText('โปรโมชั่น').click()
  await expect.element(page.getByRole('checkbox', { name: /แทนที่ข้อมูลทั้งหมดของ โปรโมชั่น/ })).not.toBeChecked()
  await pasted().fill('ก,ข')
  await check().click()
  await expect.element(preview().getByText('ไม่ได้ใช้คอลัมน์ ทีม, D')).toBeVisible()
  const list = preview().getByRole('list', { name: 'แถวที่จะนำเข้า' })
  await expect.element(list).toMatchTextContent(/มีผล ถึง 31 ธ\.ค\. 2642.*ช่วงเวลาเดิม: ตลอด/s)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('removes the preview of the previous file when a file is rejected, and keeps pasted text', async () => {
  await openKnowledge(IMPORT)
  const file = page.getByLabelText('เลือกไฟล์ที่จะนำเข้า')
  const refused = new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'b.xlsx')
  await userEvent.upload(file, new File(['คำถาม,คำตอบ\nก,ข'], 'a.csv', { type: 'text/csv' }))
  await check().click()
  await expect.element(preview()).toBeVisible()
  await userEvent.upload(file, refused)
  await expect.element(page.getByText(/เป็นไฟล์ Excel โดยตรง/)).toBeVisible()
  await expect.element(preview()).not.toBeInTheDocument()
  await expect.element(page.getByText('a.csv')).not.toBeInTheDocument()
  await pasted().fill('พิมพ์เอง,คำตอบ')
  await userEvent.upload(file, refused)
  await expect.element(page.getByText(/เป็นไฟล์ Excel โดยตรง/)).toBeVisible()
  await expect.element(pasted()).toHaveValue('พิมพ์เอง,คำตอบ')
})

test('warns of an import without known headings, whose first row the user can exclude', async () => {
  const unknown_headings = ['หัวข้อ', 'เนื้อหา']
  server.respond(CALLS.importPreview, { body: { ...MockPreview, unknown_headings } })
  await openKnowledge(IMPORT)
  await pasted().fill('หัวข้อ,เนื้อหา\nก,ข')
  await check().click()
  await expect
    .element(preview().getByRole('alert'))
    .toMatchTextContent(/ไม่พบหัวตารางที่รู้จัก.*หัวข้อ \| เนื้อหา.*คอลัมน์: คำถาม, คำตอบ.*จะนำเข้าเป็นข้อมูลด้วย/)
  expect(await seriousProblems(document.body)).toEqual([])
  await preview()
    .getByRole('checkbox', { name: /แถวแรกเป็นหัวตาราง/ })
    .click()
  await expect.element(preview().getByRole('checkbox', { name: /ไม่นำเข้า/ })).toBeChecked()
  await preview().getByRole('button', { name: 'นำเข้า 2 รายการ' }).click()
  await expect.element(page.getByText('นำเข้าแล้ว 2 รายการ')).toBeVisible()
  await expect.element(pasted()).toHaveValue('')
  const draft = { source: 'ทั่วไป', text: 'หัวข้อ,เนื้อหา\nก,ข', replace: false }
  expect(requestsOf(CALLS.importPreview)).toEqual([draft, { ...draft, first_row_is_headings: true }])
  expect(requestsOf(CALLS.import)).toMatchObject([{ ...draft, first_row_is_headings: true }])
  // A new text resets the user's choice whether the first row contains headings.
  await pasted().fill('ก,ข')
  await check().click()
  await expect.element(preview()).toBeVisible()
  expect(requestsOf(CALLS.importPreview).at(-1)).toEqual({ ...draft, text: 'ก,ข' })
})

test('reads an import file, or explains why it cannot be read', async () => {
  await openKnowledge(IMPORT)
  const file = page.getByLabelText('เลือกไฟล์ที่จะนำเข้า')
  await userEvent.upload(file, new File(['คำถาม,คำตอบ\nก,ข'], 'qa.csv', { type: 'text/csv' }))
  await expect.element(pasted()).toHaveValue('คำถาม,คำตอบ\nก,ข')
  await expect.element(page.getByText('qa.csv')).toBeVisible()
  await userEvent.upload(file, new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'qa.csv', { type: 'text/csv' }))
  await expect.element(page.getByText(/เป็นไฟล์ Excel โดยตรง/)).toBeVisible()
  // The text of the previous file is removed.
  await expect.element(pasted()).toHaveValue('')
  await expect.element(page.getByText('qa.csv')).not.toBeInTheDocument()
  await pasted().fill('ก,"ข')
  server.respond(CALLS.importPreview, { body: { ...MockPreview, problem: 'open_quote', rows: [] } })
  await check().click()
  await expect.element(preview().getByRole('alert')).toMatchTextContent(/ที่เปิดไว้แล้วไม่ปิด/)
  await expect.element(preview().getByRole('button', { name: /นำเข้า/ })).not.toBeInTheDocument()
})

test('adds a web page by its URL, and shows errors at the URL field', async () => {
  server.respond(CALLS.addPage, { status: 400, body: { code: 'invalid_request', reason: 'private_address' } })
  await openKnowledge('/knowledge-base?kind=page')
  const url = () => page.getByRole('textbox', { name: 'ลิงก์หน้าเว็บ' })
  const add = () => page.getByRole('button', { name: 'อ่านและเพิ่มหน้าเว็บ' })
  await add().click()
  await expect.element(page.getByText('กรุณากรอกลิงก์ที่ขึ้นต้นด้วย http:// หรือ https://')).toBeVisible()
  await url().fill(' http://10.0.0.1/ ')
  await add().click()
  await expect.element(page.getByText(/ลิงก์นี้อยู่ในเครือข่ายภายใน/)).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  server.respond(CALLS.addPage, { status: 409, body: { code: 'conflict', known_id: 'a' } })
  await add().click()
  await expect.element(page.getByText('ฐานความรู้มีหน้าเว็บนี้หรือข้อความเดียวกันอยู่แล้ว')).toBeVisible()
  expect(requestsOf(CALLS.addPage)[0]).toEqual({ source: 'ทั่วไป', url: 'http://10.0.0.1/' })
})

test('lists web pages with the time of the last read, and reads a page again on request', async () => {
  await openKnowledge('/knowledge-base?kind=page')
  const list = page.getByRole('region', { name: 'หน้าเว็บที่เพิ่มไว้' })
  await expect.element(list).toMatchTextContent(/การคืนสินค้าshop\.example\.comอ่านล่าสุด 24 พ\.ย\. 2569 09:05 น\./)
  await list.getByRole('button', { name: 'อ่านใหม่: การคืนสินค้า' }).click()
  await expect.element(page.getByText('อัปเดตข้อมูลตามหน้าเว็บแล้ว')).toBeVisible()
  expect(requestsOf(CALLS.refreshPage)).toHaveLength(1)
})

test('shows where a long page was truncated, and reports a conflicting change during a re-read', async () => {
  server.respond(CALLS.pages, { body: { items: [{ ...MockPage, truncated: true }] } })
  server.respond(CALLS.refreshPage, { status: 409, body: { code: 'conflict', entry: MockQuestion } })
  await openKnowledge('/knowledge-base?kind=page')
  const list = page.getByRole('region', { name: 'หน้าเว็บที่เพิ่มไว้' })
  await expect.element(list.getByText('หน้าเว็บยาวเกินไป เก็บได้เฉพาะ 100,000 ตัวอักษรแรก')).toBeVisible()
  server.respond(CALLS.pages, { body: { items: [MockPage] } })
  await list.getByRole('button', { name: 'อ่านใหม่: การคืนสินค้า' }).click()
  await expect.element(page.getByText(/มีคนแก้ไขรายการนี้ระหว่างอ่านหน้าเว็บ/)).toBeVisible()
  await expect.element(list.getByText(/^หน้าเว็บยาวเกินไป/)).not.toBeInTheDocument()
})

test('keeps an import draft after a change of tab and an expired session, but not after sign-out', async () => {
  await openKnowledge(IMPORT)
  await pasted().fill('ฝากเงิน,คำตอบใหม่')
  await page.getByText('จากหน้าเว็บ').click()
  const url = page.getByRole('textbox', { name: 'ลิงก์หน้าเว็บ' })
  await url.fill('https://shop.example.com')
  await page.getByRole('tab', { name: 'ภาพรวมหมวดหมู่' }).click()
  await page.getByRole('tab', { name: 'เพิ่มข้อมูลใหม่' }).click()
  await expect.element(url).toHaveValue('https://shop.example.com')
  await page.getByText('นำเข้าหลายรายการ').click()
  await expect.element(pasted()).toHaveValue('ฝากเงิน,คำตอบใหม่')
  endSession()
  await cleanup()
  await openKnowledge(IMPORT)
  await expect.element(pasted()).toHaveValue('ฝากเงิน,คำตอบใหม่')
  signOut()
  await cleanup()
  await openKnowledge(IMPORT)
  await expect.element(pasted()).toHaveValue('')
})

test('offers imports and web pages only to managers', async () => {
  await openKnowledge(IMPORT, { by: 'agent' })
  await expect.element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toBeVisible()
  await expect.element(page.getByText('นำเข้าหลายรายการ')).not.toBeInTheDocument()
})
