import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MockQuestion } from '../testing/mock-knowledge.ts'
import { MockOpenQuestion, MockProposal } from '../testing/mock-knowledge-answers.ts'
import { installMockKnowledge, openKnowledge, requestsOf, server } from '../testing/open-knowledge.tsx'

installMockKnowledge()

const CALLS = {
  proposals: 'GET /kb/proposals',
  questions: 'GET /kb/open-questions',
  accept: `POST /kb/proposals/${MockProposal.id}/accept`,
  decline: `POST /kb/proposals/${MockProposal.id}/decline`,
  dismiss: `POST /kb/open-questions/${MockOpenQuestion.id}/dismiss`,
} as const
beforeEach(() => {
  server.respond(CALLS.proposals, { body: { items: [MockProposal], total: 1 } })
  server.respond(CALLS.questions, { body: { items: [MockOpenQuestion], total: 12 } })
})
const side = page.getByRole('complementary', { name: 'ถัดไปที่ควรเขียน' })

test('shows managers open questions and proposals with their count, and starts a form with the questions', async () => {
  await openKnowledge()
  await expect.element(page.getByRole('tab', { name: 'เพิ่มข้อมูลใหม่ 13' })).toBeVisible()
  await expect.element(side.getByText('ถาม 7 ครั้ง', { exact: false })).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' }))
    .toHaveValue('เปิดกี่โมงคะ\nร้านเปิดกี่โมง')
  await expect.element(page.getByRole('textbox', { name: 'คำตอบ' })).toHaveFocus()
  // A second click focuses the answer again and adds no questions twice.
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await expect.element(page.getByRole('textbox', { name: 'คำตอบ' })).toHaveFocus()
  await expect
    .element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' }))
    .toHaveValue('เปิดกี่โมงคะ\nร้านเปิดกี่โมง')
})

test('asks for confirmation before open questions are added to an existing draft', async () => {
  await openKnowledge()
  const questions = page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })
  const answer = page.getByRole('textbox', { name: 'คำตอบ' })
  const dialog = page.getByRole('dialog', { name: 'มีข้อความที่เขียนค้างไว้' })
  await questions.fill('รับบัตรไหม')
  await answer.fill('รับ')
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await expect.element(dialog).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(questions).toHaveValue('รับบัตรไหม')
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await dialog.getByRole('button', { name: 'เพิ่มคำถามต่อท้าย' }).click()
  await expect.element(questions).toHaveValue('รับบัตรไหม\nเปิดกี่โมงคะ\nร้านเปิดกี่โมง')
  await expect.element(answer).toHaveValue('รับ')
  await expect.element(answer).toHaveFocus()
  await questions.fill('รับบัตรไหม')
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await dialog.getByRole('button', { name: 'ล้างแล้วเขียนใหม่' }).click()
  await expect.element(questions).toHaveValue('เปิดกี่โมงคะ\nร้านเปิดกี่โมง')
  await expect.element(answer).toHaveValue('')
})

test('shows more open questions on the next page', async () => {
  const second = { ...MockOpenQuestion, id: MockProposal.id, questions: ['มีที่จอดรถไหม'] }
  await openKnowledge()
  const pages = side.getByRole('navigation', { name: 'หน้าของคำถาม' })
  await expect.element(pages.getByRole('button', { name: 'ก่อนหน้า' })).toBeDisabled()
  server.respond(CALLS.questions, { body: { items: [second], total: 12 } })
  await pages.getByRole('button', { name: 'ถัดไป' }).click()
  await expect.element(side.getByText('มีที่จอดรถไหม')).toBeVisible()
  await expect.element(pages.getByRole('button', { name: 'ถัดไป' })).toBeDisabled()
  await expect.element(side.getByRole('navigation', { name: 'หน้าของข้อเสนอ' })).not.toBeInTheDocument()
})

test('removes a dismissed open question after a confirmation', async () => {
  server.respond(CALLS.dismiss, { body: { ok: true } })
  await openKnowledge()
  await expect.element(side.getByRole('button', { name: 'ไม่ต้องตอบ' })).toBeVisible()
  await side.getByRole('button', { name: 'ไม่ต้องตอบ' }).click()
  const dialog = page.getByRole('dialog', { name: 'ไม่ต้องตอบคำถามนี้?' })
  await expect.element(dialog.getByText(/เปิดกี่โมงคะ/)).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  expect(requestsOf(CALLS.dismiss)).toEqual([])
  server.respond(CALLS.questions, { body: { items: [], total: 0 } })
  await side.getByRole('button', { name: 'ไม่ต้องตอบ' }).click()
  await dialog.getByRole('button', { name: 'ไม่ต้องตอบ' }).click()
  await expect.element(side.getByText('ไม่มีคำถามค้าง')).toBeVisible()
  await expect.element(side.getByRole('region', { name: 'คำถามที่ยังไม่มีคำตอบ' })).toHaveFocus()
})

test('accepts a proposal as edited by the manager, or declines it with a reason', async () => {
  server.respond(CALLS.accept, { body: { ...MockProposal, status: 'accepted' } })
  server.respond(CALLS.decline, { body: { ...MockProposal, status: 'declined', reason: 'ซ้ำ' } })
  await openKnowledge()
  await side.getByRole('button', { name: 'ตรวจ' }).click()
  const dialog = page.getByRole('dialog', { name: 'ตรวจข้อเสนอ' })
  await dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' }).fill('ก\n'.repeat(21))
  await dialog.getByRole('button', { name: 'รับเข้าฐานความรู้' }).click()
  await expect.element(dialog.getByText('เสนอได้ครั้งละไม่เกิน 20 คำถาม')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' }).fill(MockProposal.questions)
  await dialog.getByRole('textbox', { name: 'คำตอบ' }).fill('ขั้นต่ำ 100 บาท')
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog.getByRole('button', { name: 'รับเข้าฐานความรู้' }).click()
  await expect.element(page.getByText('เพิ่มเข้าฐานความรู้แล้ว')).toBeVisible()
  expect(requestsOf(CALLS.accept)).toEqual([{ questions: 'ถอนขั้นต่ำเท่าไหร่', answer: 'ขั้นต่ำ 100 บาท' }])
  await side.getByRole('button', { name: 'ตรวจ' }).click()
  await dialog.getByRole('button', { name: 'ไม่รับ…' }).click()
  await dialog.getByRole('button', { name: 'ไม่รับข้อเสนอ' }).click()
  await expect.element(dialog.getByText('กรุณาระบุเหตุผล')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'เหตุผลที่ไม่รับ' }).fill('ซ้ำ')
  await dialog.getByRole('button', { name: 'ไม่รับข้อเสนอ' }).click()
  await expect.element(page.getByText('ไม่รับข้อเสนอแล้ว')).toBeVisible()
  expect(requestsOf(CALLS.decline)).toEqual([{ reason: 'ซ้ำ' }])
  await expect.poll(() => requestsOf(CALLS.proposals).length).toBe(3)
})

test("keeps a manager's edits of a proposal when the dialog is closed and opened again", async () => {
  await openKnowledge()
  const dialog = page.getByRole('dialog', { name: 'ตรวจข้อเสนอ' })
  await side.getByRole('button', { name: 'ตรวจ' }).click()
  await dialog.getByRole('textbox', { name: 'คำตอบ' }).fill('ขั้นต่ำ 250 บาท')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await side.getByRole('button', { name: 'ตรวจ' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'คำตอบ' })).toHaveValue('ขั้นต่ำ 250 บาท')
})

test("shows another manager's decision on a proposal and keeps the text that this manager wrote", async () => {
  const proposal = {
    ...MockProposal,
    status: 'accepted',
    decided_by: { ...MockProposal.proposed_by, display_name: 'กิตติ' },
    decided_at: MockProposal.proposed_at,
    entry_id: MockQuestion.id,
  }
  server.respond(CALLS.accept, { status: 409, body: { code: 'proposal_decided', proposal } })
  await openKnowledge()
  await side.getByRole('button', { name: 'ตรวจ' }).click()
  const dialog = page.getByRole('dialog', { name: 'ตรวจข้อเสนอ' })
  await dialog.getByRole('textbox', { name: 'คำตอบ' }).fill('ขั้นต่ำ 250 บาท')
  await dialog.getByRole('button', { name: 'รับเข้าฐานความรู้' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/กิตติ รับข้อเสนอนี้เข้าฐานความรู้ไปแล้ว/)
  await expect.element(dialog.getByRole('textbox', { name: 'คำตอบ' })).toHaveValue('ขั้นต่ำ 250 บาท')
  await expect.element(dialog.getByRole('button', { name: 'รับเข้าฐานความรู้' })).not.toBeInTheDocument()
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog.getByRole('button', { name: 'แก้ไขรายการนั้นด้วยข้อความนี้' }).click()
  const editor = page.getByRole('dialog', { name: 'แก้ไขรายการ' })
  await expect.element(editor.getByRole('textbox', { name: 'คำตอบ' })).toHaveValue('ขั้นต่ำ 250 บาท')
})

test('shows agents the form without open questions and proposals', async () => {
  await openKnowledge('/knowledge-base', { by: 'agent' })
  await expect.element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toBeVisible()
  await expect.element(side).not.toBeInTheDocument()
  expect(requestsOf(CALLS.proposals)).toEqual([])
})

test('shows managers only the form when the server lacks open questions and proposals', async () => {
  for (const call of [CALLS.proposals, CALLS.questions])
    server.respond(call, { status: 404, body: { detail: 'Not Found' } })
  await openKnowledge()
  await expect.poll(() => requestsOf(CALLS.questions).length).toBe(1)
  await expect.element(side).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toBeVisible()
})

test('shows open questions next to the form and the search, but on no other tab', async () => {
  await openKnowledge('/knowledge-base?tab=search')
  await side.getByRole('button', { name: 'เขียนคำตอบ' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'คำถามตัวอย่าง' }))
    .toHaveValue('เปิดกี่โมงคะ\nร้านเปิดกี่โมง')
  await page.getByRole('tab', { name: 'ประวัติการอัปเดต' }).click()
  await expect.element(page.getByRole('region', { name: 'ประวัติการอัปเดต' })).toBeVisible()
  await expect.element(side).not.toBeInTheDocument()
})

test('shows open questions below the form on a phone', async () => {
  await page.viewport(390, 844)
  await openKnowledge()
  await expect.element(side.getByRole('button', { name: 'เขียนคำตอบ' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})
