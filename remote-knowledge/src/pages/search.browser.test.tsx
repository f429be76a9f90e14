import { writeGeneral } from 'shared/contract/knowledge/knowledge-text.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import type { MockResponse } from 'shared/testing/mock-server.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MockPromotion, MockQuestion } from '../testing/mock-knowledge.ts'
import {
  CALLS,
  frames,
  installMockKnowledge,
  openKnowledge,
  requestsOf,
  server,
  typeAndWait,
} from '../testing/open-knowledge.tsx'

installMockKnowledge()

const TAB = '/knowledge-base?tab=search'
const address = () => page.getByTestId('address')
const field = () => page.getByRole('searchbox', { name: 'คำถามที่จะทดสอบ' })
const results = () => page.getByRole('region', { name: 'ผลการค้นหา' })
const found = (...contents: string[]): MockResponse => ({
  body: { results: contents.map((content) => ({ content, source: 'ทั่วไป' })) },
})

test('the test search sends no empty query, and searches 300 ms after the last key', async () => {
  await openKnowledge(TAB)
  await expect.element(page.getByText('ลองถามอย่างที่ลูกค้าถาม')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await typeAndWait(field(), '   ')
    vi.advanceTimersByTime(300)
    await typeAndWait(field(), 'ถอน')
    vi.advanceTimersByTime(299)
    await typeAndWait(field(), ' ถอนเงิน ')
    vi.advanceTimersByTime(299)
    await frames()
    expect(address().element()).not.toHaveTextContent('q=')
    expect(requestsOf(CALLS.search)).toEqual([])
    vi.advanceTimersByTime(1)
  } finally {
    vi.useRealTimers()
  }
  await expect.element(results()).toMatchTextContent(/พบ 1 ผล.*ทั่วไป.*คำถาม: ถอนเงินกี่นาที/)
  expect(requestsOf(CALLS.search)).toEqual([{ query: 'ถอนเงิน', top_k: 3 }])
  await expect.element(address()).toHaveTextContent(`${TAB}&q=ถอนเงิน`)
  expect(await seriousProblems(document.body)).toEqual([])
  await field().fill('')
  await expect.element(page.getByText('ลองถามอย่างที่ลูกค้าถาม')).toBeVisible()
  expect(requestsOf(CALLS.search)).toHaveLength(1)
})

test('the test search requests 1 to 10 results, as the user selects', async () => {
  await openKnowledge(`${TAB}&q=ถอน`)
  const count = page.getByRole('combobox', { name: /จำนวนผล/ })
  await expect.element(count).toHaveValue('3')
  expect(count.element().querySelectorAll('option')).toHaveLength(10)
  await count.selectOptions('10')
  await expect
    .poll(() => requestsOf(CALLS.search))
    .toEqual([
      { query: 'ถอน', top_k: 3 },
      { query: 'ถอน', top_k: 10 },
    ])
})

test('the test search ignores an earlier response that arrives later', async () => {
  const late = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.search, late.promise)
  await openKnowledge(`${TAB}&q=เก่า`)
  await expect.poll(() => requestsOf(CALLS.search).length).toBe(1)
  server.respond(CALLS.search, found('คำตอบใหม่'))
  await field().fill('ใหม่')
  await expect.element(results()).toMatchTextContent(/คำตอบใหม่/)
  late.resolve(found('คำตอบเก่า'))
  await expect.poll(() => requestsOf(CALLS.search).length).toBe(2)
  await expect.element(results()).toMatchTextContent(/คำตอบใหม่/)
  await expect.element(results()).not.toMatchTextContent(/คำตอบเก่า/)
})

test('the test search shows a promotion with a link to its image', async () => {
  server.respond(CALLS.search, { body: { results: [{ content: MockPromotion.text, source: 'โปรโมชั่น' }] } })
  await openKnowledge(`${TAB}&q=ฝาก`)
  await expect.element(results()).toMatchTextContent(/โปรโมชั่น.*ฝากครั้งแรกรับ 20%ฝากขั้นต่ำ 100 บาท/)
  await expect
    .element(results().getByRole('link'))
    .toHaveAttribute('href', 'https://media.example.com/p/first.png')
})

test('the test search shows the images of an answer instead of their markup', async () => {
  const content = writeGeneral({ questions: ['ฝากที่ไหน'], answer: 'ฝากที่นี่\n[IMAGE:https://example.com/a.png]' })
  server.respond(CALLS.search, found(content))
  await openKnowledge(`${TAB}&q=ฝาก`)
  await expect.element(results().getByRole('link')).toHaveAttribute('href', 'https://example.com/a.png')
  await expect.element(results().getByText(/\[IMAGE/)).not.toBeInTheDocument()
})

test('highlights matches in a result, shows how much of the question it covers, and links to its source', async () => {
  const { text: content, updated_at, updated_by } = MockQuestion
  const from = content.indexOf('10 นาที')
  const passages = [
    {
      content,
      source: 'ทั่วไป',
      entry_id: MockQuestion.id,
      updated_at,
      updated_by,
      score: 8,
      coverage: 0.82,
      is_close: true,
      valid_from: null,
      valid_until: '2099-12-31T16:59:59.999Z',
      highlights: [{ from, to: from + 7 }],
    },
    {
      content: 'หน้าเว็บ',
      source: 'ทั่วไป',
      score: 4,
      coverage: 0.3,
      is_close: false,
      url: 'https://example.com/help',
    },
  ]
  server.respond(CALLS.search, { body: { results: passages } })
  await openKnowledge(`${TAB}&q=นาที`)
  await expect.element(results().getByRole('mark')).toHaveTextContent('10 นาที')
  await expect
    .element(results())
    .toMatchTextContent(/มีผล ถึง 31 ธ\.ค\. 2642.*ตรงกับคำถาม82%.*ตรงกับคำถาม30%.*อาจไม่ตรงกับคำถาม/s)
  const changed = 'แก้ล่าสุด 23 พ.ย. 2569 09:05 น. โดย นภัสสร วงศ์ไทย'
  await expect.element(results().getByText(changed)).toBeVisible()
  await expect.element(results().getByRole('link')).toHaveAttribute('href', 'https://example.com/help')
  expect(await seriousProblems(document.body)).toEqual([])
  await results().getByRole('button', { name: 'แก้ไข' }).click()
  const editor = page.getByRole('dialog', { name: 'แก้ไขรายการ' })
  await expect.element(editor.getByText(changed)).toBeVisible()
  await editor.getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await results().getByRole('button', { name: 'ดูแหล่งที่มา' }).click()
  await expect.element(address()).toHaveTextContent('/knowledge-base?tab=overview&q=นาที&in=ทั่วไป')
})

test('the test search shows an empty state, and a retry on failure', async () => {
  server.respond(CALLS.search, found())
  await openKnowledge(`${TAB}&q=ถอน`)
  await expect.element(page.getByText('ไม่พบผลลัพธ์')).toBeVisible()
  server.respond(CALLS.search, { status: 400, body: { detail: 'ค้นหาไม่ได้ตอนนี้' } })
  await field().fill('ฝาก')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/เกิดข้อผิดพลาด: ค้นหาไม่ได้ตอนนี้/)
  server.respond(CALLS.search, found(MockQuestion.text))
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(results()).toMatchTextContent(/ถอนเงินกี่นาที/)
})
