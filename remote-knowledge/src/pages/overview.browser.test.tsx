import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MockPromotion, MockQuestion } from '../testing/mock-knowledge.ts'
import { CALLS, installMockKnowledge, openKnowledge, requestsOf, server } from '../testing/open-knowledge.tsx'

installMockKnowledge()

const TAB = '/knowledge-base?tab=overview'
const GENERAL = `${TAB}&in=ทั่วไป`
const address = () => page.getByTestId('address')
const status = () => page.getByRole('status').filter({ hasText: /ไลน์|ตรวจสอบ/ })
const table = () => page.getByRole('table', { name: 'แหล่งข้อมูล' })
const list = () => page.getByRole('list', { name: 'รายการของ ทั่วไป' })
const dialog = (name: string) => page.getByRole('dialog', { name })

test('the overview shows status, counts and sources, and refetches them on refresh', async () => {
  server.respond(CALLS.health, 'never')
  await openKnowledge(TAB)
  await expect.element(status()).toHaveTextContent('กำลังตรวจสอบ')
  await expect
    .element(table().getByRole('row', { name: /ทั่วไป 1,204 23 พ\.ย\. 2569 09:05 น\./ }))
    .toBeVisible()
  await expect.element(page.getByText('1,212')).toBeVisible()
  server.respond(CALLS.sources, { body: [{ source: 'ทั่วไป', chunks: 7, last_ingested_at: null }] })
  server.respond(CALLS.health, { body: { status: 'ok' } })
  await page.getByRole('button', { name: 'รีเฟรช' }).click()
  await expect.element(table().getByRole('row', { name: 'ทั่วไป 7 –' })).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
})

test.each([
  ['online', { body: { status: 'ok' } }, 'ออนไลน์'],
  ['offline when it reports a failure', { status: 503, body: {} }, 'ออฟไลน์'],
  ['offline when it does not respond', new Error('lost'), 'ออฟไลน์'],
  ['offline when the response is invalid', { body: { status: 'starting' } }, 'ออฟไลน์'],
] as const)('the overview shows the system status as %s', async (_, response, words) => {
  server.respond(CALLS.health, response)
  await openKnowledge(TAB)
  await expect.element(status()).toHaveTextContent(words)
})

test('checks the system status again when the network returns', async () => {
  server.respond(CALLS.health, new Error('lost'))
  await openKnowledge(TAB)
  await expect.element(status()).toHaveTextContent('ออฟไลน์')
  server.respond(CALLS.health, { body: { status: 'ok' } })
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  await expect.element(status()).toHaveTextContent('ออนไลน์')
})

test('shows an error with a retry when the sources cannot be loaded', async () => {
  server.respond(CALLS.sources, { status: 400, body: { detail: 'ฐานข้อมูลไม่พร้อม' } })
  await openKnowledge(TAB)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/โหลดแหล่งข้อมูลไม่สำเร็จ.*ฐานข้อมูลไม่พร้อม/)
  server.respond(CALLS.sources, { body: [] })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(page.getByText('ฐานความรู้ยังไม่มีข้อมูล')).toBeVisible()
})

test("opens a source's entries and one of them, and returns step by step on Back", async () => {
  await openKnowledge(TAB)
  await table().getByRole('button', { name: 'ทั่วไป' }).click()
  await expect.element(address()).toHaveTextContent(GENERAL)
  await expect.element(list()).toMatchTextContent(/คำถาม: ถอนเงินกี่นาที · ถอนแล้วไม่เข้าคำตอบ: ไม่เกิน 10 นาที/)
  expect(await seriousProblems(document.body)).toEqual([])
  await list().getByRole('button', { name: 'แก้ไข' }).click()
  await expect.element(dialog('แก้ไขรายการ')).toBeVisible()
  await expect.element(address()).toHaveTextContent(`${GENERAL}&entry=${MockQuestion.id}`)
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog('แก้ไขรายการ').getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await expect.element(address()).toHaveTextContent(GENERAL)
  await page.getByRole('button', { name: 'ทุกแหล่งข้อมูล' }).click()
  await expect.element(address()).toHaveTextContent(TAB)
})

test('saves an edited entry with the version that was read', async () => {
  await openKnowledge(`${GENERAL}&entry=${MockQuestion.id}`)
  const store = () => dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก' })
  await expect.element(store()).toBeDisabled()
  await dialog('แก้ไขรายการ').getByRole('textbox', { name: 'คำตอบ' }).fill('ไม่เกิน 15 นาที')
  server.respond(CALLS.editQuestion, { body: { ...MockQuestion, version: 2 } })
  await store().click()
  await expect.element(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  await expect.element(dialog('แก้ไขรายการ')).not.toBeInTheDocument()
  expect(requestsOf(CALLS.editQuestion)).toEqual([
    {
      version: 1,
      text: MockQuestion.text.replace('10', '15'),
      valid_from: null,
      valid_until: null,
    },
  ])
})

test("shows another user's change of an edited entry and lets the user accept or overwrite it", async () => {
  const theirs = { ...MockQuestion, version: 5, text: MockQuestion.text.replace('10', '30') }
  await openKnowledge(`${GENERAL}&entry=${MockQuestion.id}`)
  const answer = () => dialog('แก้ไขรายการ').getByRole('textbox', { name: 'คำตอบ' })
  await answer().fill('ทันที')
  server.respond(CALLS.editQuestion, { status: 409, body: { code: 'conflict', entry: theirs } })
  await dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก' }).click()
  const note = dialog('แก้ไขรายการ').getByRole('alert')
  await expect.element(note).toMatchTextContent(/มีคนแก้ไขรายการนี้ก่อนคุณ.*ไม่เกิน 30 นาที/)
  await expect.element(note.getByText('แก้ล่าสุด 23 พ.ย. 2569 09:05 น. โดย นภัสสร วงศ์ไทย')).toBeVisible()
  await expect.element(note.getByRole('mark')).toHaveTextContent('30')
  // Saving is disabled, because the same request would fail again.
  await expect.element(dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก', exact: true })).toBeDisabled()
  await expect.element(answer()).toHaveValue('ทันที')
  expect(await seriousProblems(document.body)).toEqual([])
  server.respond(CALLS.editQuestion, { body: { ...theirs, version: 6 } })
  await note.getByRole('button', { name: 'บันทึกของฉันแทน' }).click()
  await expect.element(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  expect(requestsOf(CALLS.editQuestion).map((body) => (body as { version: number }).version)).toEqual([1, 5])
})

test('keeps unsaved text of an entry visible when another user deletes the entry', async () => {
  await openKnowledge(`${GENERAL}&entry=${MockQuestion.id}`)
  const answer = dialog('แก้ไขรายการ').getByRole('textbox', { name: 'คำตอบ' })
  await answer.fill('ของฉันที่ยาวมาก')
  server.respond(CALLS.question, { status: 404, body: { code: 'not_found' } })
  await expect
    .poll(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      return page.getByText(/มีคนลบรายการนี้ไปแล้ว/).elements().length
    })
    .toBe(1)
  await expect.element(answer).toHaveValue('ของฉันที่ยาวมาก')
})

test("continues editing from another user's version of the entry after accepting it", async () => {
  const theirs = { ...MockQuestion, version: 5, text: MockQuestion.text.replace('10', '30') }
  await openKnowledge(`${GENERAL}&entry=${MockQuestion.id}`)
  const answer = () => dialog('แก้ไขรายการ').getByRole('textbox', { name: 'คำตอบ' })
  await answer().fill('ทันที')
  server.respond(CALLS.editQuestion, { status: 409, body: { code: 'conflict', entry: theirs } })
  await dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก' }).click()
  await dialog('แก้ไขรายการ').getByRole('button', { name: 'ใช้ของล่าสุด' }).click()
  await expect.element(answer()).toHaveValue('ไม่เกิน 30 นาที')
  await expect.element(dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก' })).toBeDisabled()
})

test('shows the validity period of an entry and changes it by days', async () => {
  server.respond(CALLS.entries, { body: { items: [MockPromotion] } })
  await openKnowledge(`${TAB}&in=โปรโมชั่น`)
  await expect.element(page.getByText('หมดอายุ ถึง 31 ธ.ค. 2563')).toBeVisible()
  await page.getByRole('button', { name: 'แก้ไข' }).click()
  const until = dialog('แก้ไขรายการ').getByRole('button', { name: /ใช้ได้ถึงวันที่/ })
  await expect.element(until).toMatchTextContent('31 ธ.ค. 2563')
  await until.click()
  await page.getByRole('button', { name: '30 ธ.ค. 2563' }).click()
  server.respond(CALLS.editPromotion, { body: { ...MockPromotion, version: 2 } })
  await dialog('แก้ไขรายการ').getByRole('button', { name: 'บันทึก' }).click()
  await expect.element(page.getByText('บันทึกการแก้ไขแล้ว')).toBeVisible()
  expect(requestsOf(CALLS.editPromotion)).toMatchObject([
    { valid_from: null, valid_until: '2020-12-30T16:59:59.999Z' },
  ])
})

test('asks before deleting an entry, and again when another user has changed it', async () => {
  const theirs = { ...MockQuestion, version: 2, text: MockQuestion.text.replace('10', '30') }
  server.respond(CALLS.removeQuestion, { status: 409, body: { code: 'conflict', entry: theirs } })
  await openKnowledge(GENERAL)
  await list().getByRole('button', { name: 'ลบ' }).click()
  await dialog('ลบรายการนี้?').getByRole('button', { name: 'ลบรายการ' }).click()
  const again = dialog('มีคนแก้ไขรายการนี้ ลบต่อหรือไม่?')
  await expect.element(again).toMatchTextContent(/ไม่เกิน 30 นาที/)
  server.respond(CALLS.removeQuestion, { body: { ok: true } })
  server.respond(CALLS.entries, { body: { items: [] } })
  await again.getByRole('button', { name: 'ลบรายการ' }).click()
  await expect.element(page.getByText('ลบรายการแล้ว')).toBeVisible()
  await expect.element(page.getByText('แหล่งนี้ยังไม่มีข้อมูล')).toBeVisible()
})

test('shows entries to agents without editing', async () => {
  await openKnowledge(GENERAL, { by: 'agent' })
  await list().getByRole('button', { name: 'อ่านทั้งหมด' }).click()
  await expect.element(dialog('รายการในฐานความรู้')).toMatchTextContent(/ไม่เกิน 10 นาที/)
  await expect.element(page.getByRole('button', { name: 'ลบ' })).not.toBeInTheDocument()
})

test("shows that a source's entries cannot be listed when the server implements only the API calls of the specification", async () => {
  server.respond(CALLS.entries, { status: 404, body: { detail: 'Not Found' } })
  await openKnowledge(TAB)
  await table().getByRole('button', { name: 'ทั่วไป' }).click()
  await expect.element(page.getByText('เซิร์ฟเวอร์นี้ไม่แสดงรายการของแหล่งข้อมูล')).toBeVisible()
})

test('shows an empty knowledge base without requesting entries when the sources are empty', async () => {
  const sources = ['ทั่วไป', 'โปรโมชั่น'].map((source) => ({ source, chunks: 0, last_ingested_at: null }))
  server.respond(CALLS.sources, { body: sources })
  await openKnowledge(TAB)
  await expect.element(page.getByText('ฐานความรู้ยังไม่มีข้อมูล')).toBeVisible()
  expect(requestsOf(CALLS.entries)).toEqual([])
  await page.getByRole('button', { name: 'เพิ่มข้อมูล' }).click()
  await expect.element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toBeVisible()
})

test.each([1440, 1101, 390])('shows the full names of the four tabs at a width of %i px', async (width) => {
  await page.viewport(width, 844)
  await openKnowledge(TAB)
  const tabs = page.getByRole('tablist', { name: 'มุมมองฐานความรู้' }).getByRole('tab')
  await expect.element(tabs.first()).toBeVisible()
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual([
    'เพิ่มข้อมูลใหม่',
    'ภาพรวมหมวดหมู่',
    'ประวัติการอัปเดต',
    'ทดสอบค้นหา',
  ])
  for (const tab of tabs.elements()) {
    expect(tab.scrollWidth).toBeLessThanOrEqual(tab.clientWidth)
    expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(width)
  }
})

test('the overview fits the width of a phone', async () => {
  await page.viewport(390, 844)
  await openKnowledge(GENERAL)
  await expect.element(list()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})
