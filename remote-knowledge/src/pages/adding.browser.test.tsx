import { endSession, signOut } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockUploads } from 'shared/testing/mock-uploads.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { changePromotionPeriod } from '../add/add-drafts.store.ts'
import { MockQuestion } from '../testing/mock-knowledge.ts'
import { CALLS, installMockKnowledge, openKnowledge, requestsOf, server } from '../testing/open-knowledge.tsx'

installMockKnowledge()

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const questions = () => field('คำถามตัวอย่าง')
const answer = () => field('คำตอบ')
const add = () => page.getByRole('button', { name: 'เพิ่มเข้าฐานความรู้' })
const choose = (name: string) => page.getByText(name, { exact: true })

test('adding a valid question with its answer shows a banner, clears the form and refetches the sources', async () => {
  await openKnowledge()
  await add().click()
  await expect.element(page.getByText('กรุณากรอกคำถามอย่างน้อย 1 ข้อ')).toBeVisible()
  await expect.element(page.getByText('กรุณากรอกคำตอบ')).toBeVisible()
  await expect.element(questions()).toHaveFocus()
  expect(requestsOf(CALLS.upsert)).toEqual([])
  await questions().fill(' ถอนเงินกี่นาที \n\nถอนช้า')
  await answer().fill('10 นาที')
  expect(requestsOf(CALLS.sources)).toEqual([])
  await add().click()
  await expect.element(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()
  await expect.element(questions()).toHaveValue('')
  await expect.element(answer()).toHaveValue('')
  await expect.element(questions()).toHaveFocus()
  expect(requestsOf(CALLS.upsert)).toEqual([
    { source: 'ทั่วไป', text: 'คำถาม: ถอนเงินกี่นาที\nคำถาม: ถอนช้า\nคำตอบ: 10 นาที', replace: false },
  ])
  await expect.poll(() => requestsOf(CALLS.sources)).toHaveLength(1)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('warns of personal data in sample questions', async () => {
  await openKnowledge()
  await questions().fill('เบอร์ 0812345678 ถอนเงินไม่ได้')
  await expect.element(page.getByText(/อาจมีข้อมูลส่วนบุคคล.*เบอร์โทร 0812345678/)).toBeVisible()
  await questions().fill('ถอนเงินไม่ได้')
  await answer().fill('โทร 0812345678')
  await expect.element(page.getByText(/อาจมีข้อมูลส่วนบุคคล/)).not.toBeInTheDocument()
})

test('shows no link for an image URL that is not http(s)', async () => {
  server.respond(CALLS.entries, {
    body: { items: [{ ...MockQuestion, text: 'โปรโมชั่น: วันเกิด\n[IMAGE:intent://evil]' }] },
  })
  await openKnowledge('/knowledge-base?tab=overview&in=ทั่วไป')
  await expect.element(page.getByText('intent://evil')).toBeVisible()
  expect(page.getByRole('link', { name: /intent/ }).elements()).toEqual([])
})

test('shows why adding failed and keeps the typed text, also after a change of tab', async () => {
  server.respond(CALLS.upsert, { status: 400, body: { detail: 'ข้อความไม่ผ่าน' } })
  await openKnowledge()
  await questions().fill('ก')
  await answer().fill('ข')
  await add().click()
  await expect.element(page.getByRole('alert').getByText('เกิดข้อผิดพลาด: ข้อความไม่ผ่าน')).toBeVisible()
  await expect.element(questions()).toHaveValue('ก')
  await page.getByRole('tab', { name: 'ภาพรวมหมวดหมู่' }).click()
  await page.getByRole('tab', { name: 'เพิ่มข้อมูลใหม่' }).click()
  await expect.element(answer()).toHaveValue('ข')
  server.respond(CALLS.upsert, { status: 500, body: {} })
  await add().click()
  await expect.element(page.getByText('เกิดข้อผิดพลาด: บันทึกข้อมูลไม่สำเร็จ')).toBeVisible()
})

test('does not add an existing text again, and links to the existing entry', async () => {
  server.respond(CALLS.upsert, { body: { inserted: 0, entry_id: MockQuestion.id } })
  await openKnowledge()
  await questions().fill('ก')
  await answer().fill('ข')
  await add().click()
  await expect.element(page.getByText(/มีข้อมูลนี้อยู่แล้ว/)).toBeVisible()
  await page.getByRole('button', { name: 'ดูรายการเดิม' }).click()
  await expect.element(page.getByRole('dialog', { name: 'แก้ไขรายการ' })).toBeVisible()
  await expect
    .element(page.getByRole('dialog').getByRole('textbox', { name: 'คำตอบ' }))
    .toHaveValue('ไม่เกิน 10 นาที')
  await page.getByRole('dialog').getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await expect.element(questions()).toHaveValue('ก')
})

test("requires the fields of the promotion's response type", async () => {
  await openKnowledge()
  await choose('โปรโมชั่น').click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/knowledge-base?kind=promotion')
  await add().click()
  await expect.element(page.getByText('กรุณากรอกชื่อโปรโมชั่น')).toBeVisible()
  await expect.element(page.getByText('กรุณากรอกข้อความโปรโมชั่น')).toBeVisible()
  await choose('รูปภาพ').click()
  await expect.element(page.getByText('กรุณากรอกลิงก์รูปภาพ')).toBeVisible()
  await field('ลิงก์รูปภาพ').fill('ftp://a')
  await expect.element(page.getByText(/ลิงก์รูปภาพไม่ถูกต้อง/)).toBeVisible()
  await choose('ข้อความ + รูปภาพ').click()
  await field('ชื่อโปรโมชั่น').fill('วันเกิด')
  await field('ข้อความโปรโมชั่น').fill('รับ 100')
  await field('ลิงก์รูปภาพ').fill('https://example.com/a.png')
  expect(await seriousProblems(document.body)).toEqual([])
  await add().click()
  await expect.element(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()
  await expect.element(field('ชื่อโปรโมชั่น')).toHaveValue('')
  expect(requestsOf(CALLS.upsert)).toEqual([
    {
      source: 'โปรโมชั่น',
      text: 'โปรโมชั่น: วันเกิด\nรายละเอียด: รับ 100\n[IMAGE:https://example.com/a.png]',
      replace: false,
    },
  ])
})

test('does not add a promotion that is already expired', async () => {
  await openKnowledge('/knowledge-base?kind=promotion')
  await field('ชื่อโปรโมชั่น').fill('วันเกิด')
  await field('ข้อความโปรโมชั่น').fill('รับ 100')
  const period = { valid_from: null, valid_until: '2020-12-31T16:59:59.999Z' }
  changePromotionPeriod(period)
  await add().click()
  await expect.element(page.getByText('วันสิ้นสุดผ่านไปแล้ว กรุณาเลือกวันใหม่')).toBeVisible()
  expect(requestsOf(CALLS.upsert)).toEqual([])
  changePromotionPeriod({ ...period, valid_until: '2099-12-31T16:59:59.999Z' })
  await add().click()
  await expect.element(page.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()
})

/** Returns all values in the browser's storage as one text. */
const storedTexts = () => Object.values(localStorage).join()

test('restores unsaved text for its author after an expired session, but not for other users', async () => {
  await openKnowledge()
  await field('คำตอบ').fill('คำตอบที่เขียนไว้ยาวมาก')
  // The text is stored while the user types, because the session may end in another tab.
  await expect.poll(storedTexts).toContain('คำตอบที่เขียนไว้ยาวมาก')
  endSession()
  await cleanup()
  await openKnowledge('/knowledge-base', { by: 'agent' })
  await expect.element(field('คำตอบ')).toHaveValue('')
  endSession()
  await cleanup()
  await openKnowledge()
  await expect.element(field('คำตอบ')).toHaveValue('คำตอบที่เขียนไว้ยาวมาก')
  // Sign-out deletes the stored text.
  signOut()
  expect(storedTexts()).not.toContain('คำตอบที่เขียนไว้ยาวมาก')
  await cleanup()
  await openKnowledge()
  await expect.element(field('คำตอบ')).toHaveValue('')
})

test('fills in the name of an image that was uploaded elsewhere and keeps typed text', async () => {
  const from = (name: string) =>
    `/knowledge-base?kind=promotion&image=${encodeURIComponent(`https://media.example.com/p/${name}.png`)}&name=${name}`
  await openKnowledge(from('วันเกิด'))
  await expect.element(field('ชื่อโปรโมชั่น')).toHaveValue('วันเกิด')
  await cleanup()
  await openKnowledge(from('ตรุษจีน'))
  await expect.element(field('ชื่อโปรโมชั่น')).toHaveValue('ตรุษจีน')
  await field('ชื่อโปรโมชั่น').fill('ตั้งเอง')
  await cleanup()
  await openKnowledge(from('สงกรานต์'))
  await expect.element(page.getByText(/ใส่รูปในโปรโมชั่นที่เขียนค้างไว้แล้ว/)).toBeVisible()
  await expect.element(field('ชื่อโปรโมชั่น')).toHaveValue('ตั้งเอง')
  await expect.element(field('ลิงก์รูปภาพ')).toHaveValue('https://media.example.com/p/สงกรานต์.png')
})

test('cancels an image upload when the session ends, and does not show it to another user', async () => {
  const mock = new MockUploads()
  mock.install()
  onTestFinished(() => mock.remove())
  await openKnowledge('/knowledge-base?kind=promotion')
  await choose('รูปภาพ').click()
  const file = new File(['x'], 'first.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('เลือกรูปโปรโมชั่นจากเครื่อง'), file)
  await expect.poll(() => mock.uploads.length).toBe(1)
  endSession()
  await cleanup()
  await openKnowledge('/knowledge-base?kind=promotion', { by: 'agent' })
  mock.uploads[0]?.respond(200, { url: 'https://media.example.com/p/first.png' })
  await choose('รูปภาพ').click()
  await expect.element(page.getByRole('button', { name: 'อัปโหลดจากเครื่อง' })).toBeVisible()
  await expect.element(field('ลิงก์รูปภาพ')).toHaveValue('')
  expect(mock.uploads[0]?.isAborted).toBe(true)
})
