import { endSession } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import type { MockResponse } from 'shared/testing/mock-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import {
  MockImageAnswer,
  MockProposal,
  MockTextAnswer,
  MockTicket,
} from '../testing/mock-knowledge-answers.ts'
import { installMockKnowledge, openKnowledge, requestsOf, server } from '../testing/open-knowledge.tsx'
import ProposeKnowledge from './ProposeKnowledge.slot.tsx'
import SuggestedAnswers from './SuggestedAnswers.slot.tsx'

installMockKnowledge()

const CALLS = {
  answers: `GET /api/staff/tickets/${MockTicket}/answers`,
  draft: `POST /api/staff/tickets/${MockTicket}/answer-draft`,
  texts: `GET /api/staff/tickets/${MockTicket}/proposal-texts`,
  propose: `POST /api/staff/tickets/${MockTicket}/proposals`,
} as const
const insert = vi.fn<(text: string) => void>()
const insertImage = vi.fn<(url: string) => void>()
beforeEach(() => {
  insert.mockReset()
  insertImage.mockReset()
  server.respond(CALLS.answers, {
    body: { question: 'ถอนเงินกี่นาทีคะ', answers: [MockTextAnswer, MockImageAnswer], can_draft: false },
  })
  server.respond(CALLS.texts, {
    body: {
      questions: [{ message_id: MockProposal.id, text: 'ถอนเงินกี่นาทีคะ', at: MockProposal.proposed_at }],
      answers: [
        { message_id: MockProposal.id, text: 'รอสักครู่ค่ะ', at: MockProposal.proposed_at },
        { message_id: MockTicket, text: 'ไม่เกิน 10 นาที โทร 081-234-5678', at: MockProposal.proposed_at },
      ],
    },
  })
  server.respond(CALLS.propose, { body: MockProposal })
})

const openComposer = () =>
  openKnowledge('/my-ticket', {
    by: 'agent',
    Page: () => <SuggestedAnswers ticketId={MockTicket} insert={insert} insertImage={insertImage} />,
  })
async function openHelp() {
  await openComposer()
  await page.getByRole('button', { name: 'แนะนำคำตอบ' }).click()
  return page.getByRole('dialog', { name: 'แนะนำคำตอบ' })
}

test('answer help shows the question and answers with their sources, and inserts one on a click', async () => {
  const dialog = await openHelp()
  const answer = dialog.getByRole('article', { name: 'ถอนเงินกี่นาที' })
  await expect.element(answer).toMatchTextContent(/ทั่วไป.*ไม่เกิน 10 นาที.*คำที่ตรงกัน: ถอนเงิน, นาที/)
  await expect.element(dialog.getByText('ถอนเงินกี่นาทีคะ')).toBeVisible()
  await expect
    .element(answer.getByRole('link', { name: 'shop.example.com' }))
    .toHaveAttribute('href', 'https://shop.example.com/withdraw')
  expect(await seriousProblems(document.body)).toEqual([])
  expect(insert).not.toHaveBeenCalled()
  await answer.getByRole('button', { name: 'ใส่ในช่องตอบ' }).click()
  expect(insert.mock.calls).toEqual([['ไม่เกิน 10 นาที']])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('answer help passes on an image for confirmation, and marks answers that may not fit', async () => {
  const dialog = await openHelp()
  const answer = dialog.getByRole('article', { name: 'โบนัสวันเกิด' })
  await expect.element(answer.getByText('อาจไม่ตรงกับที่ลูกค้าถาม อ่านก่อนใช้')).toBeVisible()
  await answer.getByRole('button', { name: 'ส่งรูปนี้…' }).click()
  expect(insertImage.mock.calls).toEqual([[MockImageAnswer.image_url]])
  expect(insert).not.toHaveBeenCalled()
})

test('answer help opens by keyboard, restores the focus on close, and selects an answer', async () => {
  await openComposer()
  const opener = page.getByRole('button', { name: 'แนะนำคำตอบ' })
  const dialog = page.getByRole('dialog', { name: 'แนะนำคำตอบ' })
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('article', { name: 'ถอนเงินกี่นาที' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const first = dialog.getByRole('button', { name: 'ใส่ในช่องตอบ' })
  await expect.element(first).toBeVisible()
  for (let presses = 0; presses < 5 && document.activeElement !== first.element(); presses += 1)
    await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('{Enter}')
  expect(insert.mock.calls).toEqual([['ไม่เกิน 10 นาที']])
})

test('answer help shows when nothing is known, nothing was asked, or the request fails', async () => {
  server.respond(CALLS.answers, { body: { question: 'ร้านอยู่ไหน', answers: [], can_draft: true } })
  const dialog = await openHelp()
  await expect.element(dialog.getByText('ไม่พบคำตอบในฐานความรู้')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'ร่างคำตอบ' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  server.respond(CALLS.answers, { body: { question: '', answers: [], can_draft: true } })
  await page.getByRole('button', { name: 'แนะนำคำตอบ' }).click()
  await expect.element(dialog.getByText('ลูกค้ายังไม่ได้พิมพ์คำถามในเคสนี้')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  server.respond(CALLS.answers, { status: 500, body: {} })
  await page.getByRole('button', { name: 'แนะนำคำตอบ' }).click()
  await expect.element(dialog.getByText('หาคำตอบไม่สำเร็จ')).toBeVisible()
})

test('answer help drafts a reply with its sources, and inserts it only on a click', async () => {
  server.respond(CALLS.answers, {
    body: { question: 'ถอนเงินกี่นาที', answers: [MockTextAnswer], can_draft: true },
  })
  server.respond(CALLS.draft, {
    body: {
      sentences: [{ text: 'ถอนเงินไม่เกิน 10 นาทีค่ะ', sources: [0] }],
      sources: [
        { entry_id: MockTextAnswer.entry_id, source: MockTextAnswer.source, title: MockTextAnswer.title },
      ],
    },
  })
  const dialog = await openHelp()
  await dialog.getByRole('button', { name: 'ร่างคำตอบ' }).click()
  const draft = dialog.getByRole('region', { name: 'ร่างคำตอบ' })
  await expect.element(draft).toMatchTextContent(/ถอนเงินไม่เกิน 10 นาทีค่ะ \[1\].*ถอนเงินกี่นาที \(ทั่วไป\)/)
  expect(insert).not.toHaveBeenCalled()
  await draft.getByRole('button', { name: 'ใส่ร่างในช่องตอบ' }).click()
  expect(insert.mock.calls).toEqual([['ถอนเงินไม่เกิน 10 นาทีค่ะ']])
})

test('answer help shows when a draft finds nothing, and why a draft failed', async () => {
  server.respond(CALLS.answers, {
    body: { question: 'ถอนเงินกี่นาที', answers: [MockTextAnswer], can_draft: true },
  })
  server.respond(CALLS.draft, { body: { sentences: [], sources: [] } })
  const dialog = await openHelp()
  await dialog.getByRole('button', { name: 'ร่างคำตอบ' }).click()
  await expect.element(dialog.getByText('ไม่พบคำตอบ', { exact: true })).toBeVisible()
  server.respond(CALLS.draft, { status: 504, body: { code: 'draft_too_slow', message: 'x' } })
  await dialog.getByRole('button', { name: 'ร่างใหม่' }).click()
  await expect.element(dialog.getByText(/^ร่างคำตอบนานเกินไป/)).toBeVisible()
})

test('answer help works on a phone and has no accessibility problems', async () => {
  await page.viewport(390, 844)
  const dialog = await openHelp()
  await expect.element(dialog.getByRole('article', { name: 'ถอนเงินกี่นาที' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('proposes a closed ticket as knowledge, with its question and reply, and warns of personal data', async () => {
  await openKnowledge('/my-ticket', { by: 'agent', Page: () => <ProposeKnowledge ticketId={MockTicket} /> })
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  const dialog = page.getByRole('dialog', { name: 'เสนอเป็นความรู้' })
  const answer = dialog.getByRole('textbox', { name: 'คำตอบ' })
  await expect.element(dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toHaveValue('ถอนเงินกี่นาทีคะ')
  await expect.element(answer).toHaveValue('ไม่เกิน 10 นาที โทร 081-234-5678')
  await expect.element(dialog.getByText(/เบอร์โทร 081-234-5678/)).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await answer.fill('')
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.element(dialog.getByText('กรุณากรอกคำตอบ')).toBeVisible()
  await expect.element(answer).toHaveFocus()
  await answer.fill('ก'.repeat(5_001))
  await expect.element(dialog.getByText('ข้อความยาวเกิน 5,000 ตัวอักษร')).toBeVisible()
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  expect(requestsOf(CALLS.propose)).toEqual([])
  await answer.fill('ไม่เกิน 10 นาที')
  const made = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.propose, made.promise)
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.poll(() => requestsOf(CALLS.propose)).toHaveLength(1)
  // The mock response contains the id that the browser sent.
  const [{ id }] = requestsOf(CALLS.propose) as [{ id: string }]
  made.resolve({ body: { ...MockProposal, id } })
  await expect.element(page.getByText('ส่งข้อเสนอแล้ว ผู้จัดการจะตรวจก่อนเข้าฐานความรู้')).toBeVisible()
  expect(requestsOf(CALLS.propose)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      questions: 'ถอนเงินกี่นาทีคะ',
      answer: 'ไม่เกิน 10 นาที',
      question_message_ids: [MockProposal.id],
      answer_message_id: MockTicket,
    },
  ])
})

test('does not propose an unsent question, but reloads the questions and keeps the answer', async () => {
  await openKnowledge('/my-ticket', { by: 'agent', Page: () => <ProposeKnowledge ticketId={MockTicket} /> })
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  const dialog = page.getByRole('dialog', { name: 'เสนอเป็นความรู้' })
  const answer = dialog.getByRole('textbox', { name: 'คำตอบ' })
  await answer.fill('ไม่เกิน 10 นาที')
  server.respond(CALLS.propose, { status: 409, body: { code: 'conflict' } })
  server.respond(CALLS.texts, {
    body: {
      questions: [{ message_id: MockTicket, text: 'ถอนเงินนานไหม', at: MockProposal.proposed_at }],
      answers: [],
    },
  })
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.element(page.getByText(/^ลูกค้ายกเลิกข้อความที่ใช้ในคำถามแล้ว/)).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toHaveValue('ถอนเงินนานไหม')
  await expect.element(answer).toHaveValue('ไม่เกิน 10 นาที')
})

const openProposal = async () => {
  await openKnowledge('/my-ticket', { by: 'agent', Page: () => <ProposeKnowledge ticketId={MockTicket} /> })
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  return page.getByRole('dialog', { name: 'เสนอเป็นความรู้' })
}

test('keeps a proposal draft after closing and an expired session, until it is sent or discarded', async () => {
  const dialog = await openProposal()
  const questions = dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' })
  const answer = dialog.getByRole('textbox', { name: 'คำตอบ' })
  const clearButton = dialog.getByRole('button', { name: 'ล้างที่แก้ไว้' })
  await expect.element(answer).toBeVisible()
  await expect.element(clearButton).not.toBeInTheDocument()
  await answer.fill('ไม่เกิน 10 นาทีค่ะ')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  await expect.element(answer).toHaveValue('ไม่เกิน 10 นาทีค่ะ')
  await expect.poll(() => Object.values(localStorage).join()).toContain('ไม่เกิน 10 นาทีค่ะ')
  endSession()
  await cleanup()
  await openProposal()
  await expect.element(answer).toHaveValue('ไม่เกิน 10 นาทีค่ะ')
  await clearButton.click()
  await expect.element(answer).toHaveValue('ไม่เกิน 10 นาที โทร 081-234-5678')
  await expect.element(clearButton).not.toBeInTheDocument()
  await questions.fill('ถอนเงินกี่นาที')
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  await expect.element(questions).toHaveValue('ถอนเงินกี่นาทีคะ')
})

test('sends the source message of a draft even if the ticket no longer returns it, since it may be unsent', async () => {
  const dialog = await openProposal()
  await dialog.getByRole('textbox', { name: 'คำตอบ' }).fill('ไม่เกิน 10 นาที')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  server.respond(CALLS.texts, { body: { questions: [], answers: [] } })
  await page.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toHaveValue('ถอนเงินกี่นาทีคะ')
  server.respond(CALLS.propose, { status: 409, body: { code: 'conflict' } })
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.element(page.getByText(/^ลูกค้ายกเลิกข้อความที่ใช้ในคำถามแล้ว/)).toBeVisible()
  expect(requestsOf(CALLS.propose)).toMatchObject([{ question_message_ids: [MockProposal.id] }])
  await expect.element(dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' })).toHaveValue('')
  await expect.element(dialog.getByRole('textbox', { name: 'คำตอบ' })).toHaveValue('ไม่เกิน 10 นาที')
})

test('shows the proposals made from a ticket and does not send the same one again', async () => {
  const { id, questions, answer, status } = MockProposal
  server.respond(CALLS.texts, {
    body: { questions: [], answers: [], proposed: [{ id, questions, answer, status }] },
  })
  const dialog = await openProposal()
  await expect
    .element(dialog.getByRole('region', { name: 'เสนอจากเคสนี้ไปแล้ว' }))
    .toMatchTextContent(/ถอนขั้นต่ำเท่าไหร่ 100 บาท · รอผู้จัดการตรวจ/)
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog.getByRole('textbox', { name: 'คำถามตัวอย่าง' }).fill(questions)
  await dialog.getByRole('textbox', { name: 'คำตอบ' }).fill(answer)
  await dialog.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect.element(page.getByText('เคสนี้เสนอคำตอบนี้ไปแล้ว จึงไม่ได้ส่งซ้ำ')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
