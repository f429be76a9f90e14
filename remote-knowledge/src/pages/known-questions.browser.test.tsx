import { QueryCache } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MockPreview, MockPromotion, MockQuestion } from '../testing/mock-knowledge.ts'
import {
  CALLS,
  frames,
  installMockKnowledge,
  openKnowledge,
  requestsOf,
  server,
} from '../testing/open-knowledge.tsx'

installMockKnowledge()

const questions = () => page.getByRole('textbox', { name: 'คำถามตัวอย่าง' })
const known = () => page.getByText(/^มีคำถามนี้อยู่แล้ว/)
const reported = (question: string, entry = MockQuestion) => ({ body: { items: [{ question, entry }] } })
const MockOther = { ...MockQuestion, id: '5f1f5a3c-2a0b-4c9e-8d52-000000000009' }

/** Types into the questions while the clock is frozen. */
async function typeAndWait(words: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  setValue?.call(questions().element(), words)
  questions()
    .element()
    .dispatchEvent(new Event('input', { bubbles: true }))
  await frames()
}

test('shows an existing question 300 ms after the last key, with its answer and a link', async () => {
  server.respond(CALLS.known, reported('ถอนเงินกี่นาที'))
  await openKnowledge()
  // Loads the code of the lookup before the clock is frozen.
  await questions().fill('ฝาก')
  await expect.poll(() => requestsOf(CALLS.known)).toHaveLength(1)
  await questions().fill('')
  await expect.element(known()).not.toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await typeAndWait('ถอน')
    vi.advanceTimersByTime(299)
    await typeAndWait('ถอนเงินกี่นาที')
    vi.advanceTimersByTime(299)
    await frames()
    expect(requestsOf(CALLS.known)).toHaveLength(1)
    vi.advanceTimersByTime(1)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(() => requestsOf(CALLS.known)).toHaveLength(2)
  await expect.element(known()).toHaveTextContent('มีคำถามนี้อยู่แล้ว: ถอนเงินกี่นาที')
  await expect.element(page.getByText('คำตอบ: ไม่เกิน 10 นาที')).toBeVisible()
  expect(requestsOf(CALLS.known).at(-1)).toEqual({ source: 'ทั่วไป', text: 'คำถาม: ถอนเงินกี่นาที\nคำตอบ: ' })
  // The note about the existing question does not prevent adding.
  await page.getByRole('textbox', { name: 'คำตอบ', exact: true }).fill('5 นาที')
  await page.getByRole('button', { name: 'เพิ่มเข้าฐานความรู้' }).click()
  await expect.poll(() => requestsOf(CALLS.upsert)).toHaveLength(1)
})

test('opens the entry that has the typed question and keeps the typed text', async () => {
  server.respond(CALLS.known, reported('ถอนเงินกี่นาที'))
  await openKnowledge()
  await questions().fill('ถอนเงินกี่นาที')
  await page.getByRole('button', { name: 'แก้ไขรายการนั้น' }).click()
  const editor = page.getByRole('dialog', { name: 'แก้ไขรายการ' })
  await expect.element(editor.getByRole('textbox', { name: 'คำตอบ' })).toHaveValue('ไม่เกิน 10 นาที')
  // The lookup in the editor excludes the edited entry.
  await expect.poll(() => requestsOf(CALLS.known).at(-1)).toMatchObject({ besides: MockQuestion.id })
  await editor.getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await expect.element(questions()).toHaveValue('ถอนเงินกี่นาที')
})

test("links from an entry's editor to another entry with the same question", async () => {
  server.respond(CALLS.known, reported('ถอนแล้วไม่เข้า', MockOther))
  server.respond(`GET /kb/entries/${MockOther.id}`, { body: MockOther })
  await openKnowledge(`/knowledge-base?entry=${MockQuestion.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'แก้ไขรายการนั้น' }).click()
  await expect.element(page.getByTestId('address')).toMatchTextContent(`entry=${MockOther.id}`)
})

test('looks up a promotion by its name, and opens the found entry read-only for agents', async () => {
  server.respond(CALLS.known, reported('วันเกิด', MockPromotion))
  await openKnowledge('/knowledge-base?kind=promotion', { by: 'agent' })
  await page.getByRole('textbox', { name: 'ชื่อโปรโมชั่น' }).fill('วันเกิด')
  await expect.element(page.getByText('มีโปรโมชั่นชื่อนี้อยู่แล้ว: วันเกิด')).toBeVisible()
  expect(requestsOf(CALLS.known)).toEqual([{ source: 'โปรโมชั่น', text: 'โปรโมชั่น: วันเกิด' }])
  await page.getByRole('button', { name: 'ดูรายการนั้น' }).click()
  await expect.element(page.getByRole('dialog', { name: 'รายการในฐานความรู้' })).toBeVisible()
})

test('ignores errors of the lookup of existing questions and does not block the form', async () => {
  const cacheNotify = vi.spyOn(QueryCache.prototype, 'notify')
  onTestFinished(() => cacheNotify.mockRestore())
  server.respond(CALLS.known, { status: 404, body: {} })
  await openKnowledge()
  await questions().fill('ถอนเงินกี่นาที')
  await expect.poll(() => requestsOf(CALLS.known)).toHaveLength(1)
  const isRefused = ([event]: Parameters<QueryCache['notify']>) =>
    event.type === 'updated' &&
    event.action.type === 'error' &&
    event.query.queryKey.includes('known-questions')
  await expect.poll(() => cacheNotify.mock.calls.some(isRefused)).toBe(true)
  await frames()
  expect(page.getByRole('alert').elements()).toEqual([])
  await expect.element(questions()).toHaveValue('ถอนเงินกี่นาที')
})

test('marks rows of an import preview with a question that another entry answers', async () => {
  const [first, ...rest] = MockPreview.rows
  const rows = [{ ...first, overlap: MockQuestion.text }, ...rest]
  server.respond(CALLS.importPreview, { body: { ...MockPreview, rows } })
  await openKnowledge('/knowledge-base?kind=import')
  await page.getByRole('textbox', { name: 'หรือวางข้อมูลจากตาราง' }).fill('ก,ข')
  await page.getByRole('button', { name: 'ตรวจสอบก่อนนำเข้า' }).click()
  await expect.element(page.getByText(/^1 แถวมีคำถามที่รายการอื่นตอบไว้แล้ว.*\(แถว 2\)$/)).toBeVisible()
  await expect.element(page.getByText(/คำถามนี้มีอีกรายการตอบไว้ว่า/)).toMatchTextContent(/ไม่เกิน 10 นาที/)
})
