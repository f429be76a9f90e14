import type { KnowledgeUndo } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { goBack } from 'shared/testing/render-in-shell.tsx'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MockChanges, MockQuestion, mockLog, mockLogs } from '../testing/mock-knowledge.ts'
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

const TAB = '/knowledge-base?tab=history'
const address = () => page.getByTestId('address')
const table = () => page.getByRole('table', { name: 'ประวัติการอัปเดต' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: /^สิ่งที่เปลี่ยน/ })
const openFirst = () => table().getByRole('button', { name: 'ทั่วไป' }).click()

test('shows source, action, origin, chunks, replacement, time and author of a history record', async () => {
  server.respond(CALLS.logs, {
    body: { items: [mockLog({ origin: 'url', action: 'refresh', inserted: 1_204, replaced: true })] },
  })
  await openKnowledge(TAB)
  await expect
    .element(
      table().getByRole('row', {
        name: 'ทั่วไป อ่านหน้าเว็บใหม่ หน้าเว็บ 1,204 ใช่ 23 พ.ย. 2569 09:05 น. นภัสสร วงศ์ไทย',
      }),
    )
    .toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
})

test('shows the first changed text and the number of deleted entries of a history record', async () => {
  const log = mockLog({ action: 'remove', inserted: 0, removed: 1_000, excerpt: 'ถอนเงินกี่นาที' })
  server.respond(CALLS.logs, { body: { items: [log] } })
  await openKnowledge(TAB)
  await expect
    .element(table().getByRole('row', { name: /^ทั่วไป ถอนเงินกี่นาที ลบ พิมพ์เอง 0 ลบ 1,000 รายการ ไม่ใช่/ }))
    .toBeVisible()
  await page.viewport(390, 844)
  await expect
    .element(page.getByRole('list', { name: 'ประวัติการอัปเดต' }))
    .toMatchTextContent(/ทั่วไปลบถอนเงินกี่นาที.*จำนวนชิ้น0 ลบ 1,000 รายการ/)
})

test('shows ten history records per page, without "previous" on page 1 or "next" on an incomplete page', async () => {
  server.respond(CALLS.logs, { body: { items: mockLogs(10) } })
  await openKnowledge(TAB)
  await expect.element(page.getByText('หน้า 1', { exact: true })).toBeVisible()
  await expect.element(button('ก่อนหน้า')).toBeDisabled()
  await expect.element(button('ถัดไป')).toBeEnabled()
  server.respond(CALLS.logs, { body: { items: mockLogs(3) } })
  await button('ถัดไป').click()
  await expect.element(address()).toHaveTextContent(`${TAB}&page=2`)
  await expect.element(page.getByText('หน้า 2', { exact: true })).toBeVisible()
  await expect.element(button('ถัดไป')).toBeDisabled()
  await expect.element(button('ก่อนหน้า')).toBeEnabled()
  await expect.element(table().getByRole('row').nth(3)).toBeVisible()
})

test('filters the history 300 ms after the last key and starts at page 1', async () => {
  server.respond(CALLS.logs, { body: { items: mockLogs(10) } })
  await openKnowledge(`${TAB}&page=3`)
  await expect.element(page.getByText('หน้า 3', { exact: true })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'กรองตามแหล่งข้อมูล' })
  const before = requestsOf(CALLS.logs).length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await typeAndWait(field, 'โปร')
    vi.advanceTimersByTime(299)
    await typeAndWait(field, 'โปรโมชั่น')
    vi.advanceTimersByTime(299)
    await frames()
    expect(address().element()).toHaveTextContent(`${TAB}&page=3`)
    vi.advanceTimersByTime(1)
  } finally {
    vi.useRealTimers()
  }
  await expect.element(address()).toHaveTextContent(`${TAB}&source=โปรโมชั่น`)
  await expect.element(page.getByText('หน้า 1', { exact: true })).toBeVisible()
  await expect.poll(() => requestsOf(CALLS.logs).length).toBe(before + 1)
  server.respond(CALLS.logs, { body: { items: [] } })
  await field.fill('ไม่มี')
  await expect.element(page.getByText('ไม่พบประวัติของแหล่งข้อมูลนี้')).toBeVisible()
  await button('ดูทุกแหล่งข้อมูล').click()
  await expect.element(address()).toHaveTextContent(TAB)
  await expect.element(field).toHaveValue('')
})

test('discards a pending filter of the history when the user goes back', async () => {
  server.respond(CALLS.logs, { body: { items: mockLogs(10) } })
  await openKnowledge(`${TAB}&source=ก`)
  const field = page.getByRole('searchbox', { name: 'กรองตามแหล่งข้อมูล' })
  await button('ถัดไป').click()
  await field.fill('ข')
  await expect.element(address()).toHaveTextContent(`${TAB}&source=ข`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await typeAndWait(field, 'ขค')
    goBack()
    // Waits until the browser has navigated back, which it does asynchronously.
    for (let wait = 0; wait < 600 && !address().element().textContent?.endsWith('source=ก'); wait += 1)
      await frames()
    await frames()
    vi.advanceTimersByTime(300)
  } finally {
    vi.useRealTimers()
  }
  await expect.element(address()).toHaveTextContent(`${TAB}&source=ก`)
  await expect.element(field).toHaveValue('ก')
})

test('shows an error with a retry when the history cannot be loaded', async () => {
  server.respond(CALLS.logs, { status: 400, body: {} })
  await openKnowledge(TAB)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/โหลดประวัติไม่สำเร็จข้อมูลที่ส่งมาไม่ถูกต้อง/)
  server.respond(CALLS.logs, new TypeError('Failed to fetch'))
  await button('ลองใหม่').click()
  // The advice to try again appears only once in the message.
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/^โหลดประวัติไม่สำเร็จขาดการเชื่อมต่อ กรุณาลองใหม่อีกครั้งลองใหม่$/)
  server.respond(CALLS.logs, { body: { items: [] } })
  await button('ลองใหม่').click()
  await expect.element(page.getByText('ยังไม่มีประวัติ')).toBeVisible()
})

test('opens the changes of a history record, before and after, with marked differences', async () => {
  await openKnowledge(TAB)
  await openFirst()
  await expect.element(dialog().getByRole('deletion')).toHaveTextContent('10')
  await expect.element(dialog().getByRole('insertion')).toHaveTextContent('15')
  await expect.element(dialog().getByRole('region', { name: 'ก่อน' })).toMatchTextContent(/ไม่เกิน 10 นาที/)
  expect(await seriousProblems(document.body)).toEqual([])
  await dialog().getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(address()).toHaveTextContent(TAB)
})

test('asks for confirmation before an undo, then refetches the history', async () => {
  server.respond(CALLS.undo, { body: { log: mockLog({ action: 'undo' }) } })
  await openKnowledge(TAB)
  await openFirst()
  const before = requestsOf(CALLS.logs).length
  await button('เลิกทำการเปลี่ยนแปลงนี้').click()
  const confirmation = page.getByRole('dialog', { name: 'เลิกทำการเปลี่ยนแปลงนี้?' })
  await confirmation.getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect.element(page.getByText(/เลิกทำแล้ว/)).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => requestsOf(CALLS.logs).length).toBeGreaterThan(before)
  expect(requestsOf(CALLS.undo)).toHaveLength(1)
  await openFirst()
  await expect.element(dialog()).toBeVisible()
  await expect.element(page.getByText(/เลิกทำแล้ว/)).not.toBeInTheDocument()
})

test('explains why an undo with a conflict has changed nothing', async () => {
  server.respond(CALLS.undo, { status: 409, body: { code: 'conflict', known_id: MockQuestion.id } })
  await openKnowledge(TAB)
  await openFirst()
  await button('เลิกทำการเปลี่ยนแปลงนี้').click()
  await page.getByRole('dialog').getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/ข้อความเดิมถูกเพิ่มเป็นอีกรายการแล้ว/)
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'ดูรายการนั้น' }).click()
  await expect.element(page.getByRole('dialog', { name: 'แก้ไขรายการ' })).toBeVisible()
})

test('shows the progress and result of a background undo in the dialog and in the history', async () => {
  const { staff, at } = mockLog()
  const undo = { state: 'running', done: 0, total: 200, code: null, known_id: null, staff, at } as const
  const notify = (undo: KnowledgeUndo, more: object = {}) => {
    const log = mockLog({ undo })
    server.respond(CALLS.logs, { body: { items: [log] } })
    server.respond(CALLS.changes, { body: { ...MockChanges, ...more, log } })
  }
  server.respond(CALLS.undo, { body: { log: null } })
  await openKnowledge(TAB)
  await openFirst()
  await button('เลิกทำการเปลี่ยนแปลงนี้').click()
  notify(undo)
  await page.getByRole('dialog').getByRole('button', { name: 'เลิกทำ', exact: true }).click()
  await expect.element(dialog().getByText(/^กำลังเลิกทำ 0% ปิดหน้าต่างนี้ได้/)).toBeVisible()
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).toBeDisabled()
  expect(await seriousProblems(document.body)).toEqual([])
  notify({ ...undo, done: 91 })
  await expect.element(dialog().getByText(/^กำลังเลิกทำ 45%/)).toBeVisible()
  await dialog().getByRole('button', { name: 'ปิด', exact: true }).first().click()
  await expect.element(table().getByText('กำลังเลิกทำ 45%')).toBeVisible()
  notify({ ...undo, state: 'done', done: 200 }, { can_undo: false })
  await expect.element(table().getByText('เลิกทำไปแล้ว')).toBeVisible()
  await openFirst()
  await expect.element(dialog().getByText('เลิกทำไปแล้ว 23 พ.ย. 2569 09:05 น. โดย นภัสสร วงศ์ไทย')).toBeVisible()
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).not.toBeInTheDocument()
})

test('shows a failed undo, which the user can repeat', async () => {
  const undo = { state: 'failed', done: 0, total: 2, code: 'internal', known_id: null, staff: null } as const
  const log = mockLog({ undo: { ...undo, at: mockLog().at } })
  server.respond(CALLS.logs, { body: { items: [log] } })
  server.respond(CALLS.changes, { body: { ...MockChanges, log } })
  await openKnowledge(TAB)
  await expect.element(table().getByText('เลิกทำไม่สำเร็จ')).toBeVisible()
  await openFirst()
  await expect.element(dialog().getByText('เลิกทำไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).toBeEnabled()
})

test('links to the entry that prevented a background undo, which the user can repeat', async () => {
  const undo = { state: 'failed', done: 0, total: 2, code: 'conflict', known_id: MockQuestion.id } as const
  const { at, staff } = mockLog()
  server.respond(CALLS.changes, { body: { ...MockChanges, log: mockLog({ undo: { ...undo, staff, at } }) } })
  await openKnowledge(`${TAB}&log=${mockLog().id}`)
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/ข้อความเดิมถูกเพิ่มเป็นอีกรายการแล้ว/)
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).toBeEnabled()
  await dialog().getByRole('button', { name: 'ดูรายการนั้น' }).click()
  await expect.element(page.getByRole('dialog', { name: 'แก้ไขรายการ' })).toBeVisible()
})

test('collapses unchanged lines of a long changed text until the user expands them', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `ข้อ ${at}`)
  const [before, after] = [lines, lines.with(20, 'ข้อ ใหม่')].map((each) => each.join('\n'))
  const period = { valid_from: null, valid_until: null }
  const change = {
    ...MockChanges.items[0],
    before: { text: before, ...period },
    after: { text: after, ...period },
  }
  server.respond(CALLS.changes, { body: { ...MockChanges, items: [change] } })
  await openKnowledge(`${TAB}&log=${mockLog().id}`)
  await expect.element(dialog().getByRole('insertion')).toHaveTextContent('ใหม่')
  await expect.element(dialog().getByText('เหมือนเดิม 19 บรรทัด').first()).toBeVisible()
  await expect.element(dialog()).not.toMatchTextContent(/ข้อ 5/)
  await button('แสดงข้อความทั้งหมด').click()
  await expect.element(dialog()).toMatchTextContent(/ข้อ 5.*ข้อ 39/)
  await expect.element(button('แสดงข้อความทั้งหมด')).not.toBeInTheDocument()
})

test('explains that newer changes must be undone before an older one', async () => {
  server.respond(CALLS.changes, { body: { ...MockChanges, can_undo: false } })
  await openKnowledge(`${TAB}&log=${mockLog().id}`)
  await expect.element(dialog()).toMatchTextContent(/เลิกทำการแก้ไขที่ใหม่กว่าก่อน แล้วจึงเลิกทำรายการนี้ได้/)
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).not.toBeInTheDocument()
})

test('shows agents the changes of a history record, but no undo button', async () => {
  await openKnowledge(`${TAB}&log=${mockLog().id}`, { by: 'agent' })
  await expect.element(dialog().getByRole('insertion')).toHaveTextContent('15')
  await expect.element(button('เลิกทำการเปลี่ยนแปลงนี้')).not.toBeInTheDocument()
})

test("shows that a log entry's changes are unavailable when the server implements only the API calls of the specification", async () => {
  server.respond(CALLS.changes, { status: 404, body: { detail: 'Not Found' } })
  await openKnowledge(TAB)
  await expect.element(table().getByText('ทั่วไป')).toBeVisible()
  expect(requestsOf(CALLS.changes)).toEqual([])
  await openFirst()
  await expect.element(dialog().getByText('ไม่พบรายละเอียดของการเปลี่ยนแปลงนี้')).toBeVisible()
})

test('shows an error with a retry when a proxy responds instead of the server', async () => {
  server.respond(CALLS.changes, { body: '<html>' })
  await openKnowledge(`${TAB}&log=${mockLog().id}`)
  await expect.element(dialog().getByText('โหลดสิ่งที่เปลี่ยนไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.changes, { body: MockChanges })
  await dialog().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(dialog().getByRole('insertion')).toHaveTextContent('15')
})

test('the history shows who proposed an accepted proposal', async () => {
  const log = mockLog()
  if (log.staff === null) throw new Error('nobody did it')
  const proposer = { ...log.staff, id: MockQuestion.id, display_name: 'ธนวัฒน์ ใจดี' }
  server.respond(CALLS.logs, { body: { items: [{ ...log, action: 'upsert', proposed_by: proposer }] } })
  await openKnowledge(TAB)
  await expect.element(table().getByText('เสนอโดย ธนวัฒน์ ใจดี')).toBeVisible()
})

test('shows history records as cards on a phone', async () => {
  await page.viewport(390, 844)
  await openKnowledge(TAB)
  const card = page.getByRole('listitem').filter({ hasText: 'ทั่วไป' })
  await expect.element(card).toMatchTextContent(/แก้ไข.*ที่มาพิมพ์เอง.*จำนวนชิ้น1.*แทนที่ไม่ใช่/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})
