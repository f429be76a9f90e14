import type { MockResponse } from 'shared/testing/mock-server.ts'
import { goBack } from 'shared/testing/render-in-shell.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MockDashboard, mockTickets } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const address = () => page.getByTestId('address')
const names = (from: number) => Array.from({ length: 20 }, (_, n) => `คนที่ ${from + n}`)

test("restores a ticket list's length, scroll position and focus after returning from a ticket", async () => {
  server.respond(CALLS.metricTickets, ({ cursor }) => ({
    body: cursor === undefined ? mockTickets(40, names(1), '1.a.b') : mockTickets(40, names(21), null, 20),
  }))
  await openDashboard('/dashboard?cases=handled')
  const list = page.getByRole('dialog', { name: 'เคสที่ดูแล' })
  await list.getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  const left = list.getByRole('link', { name: /^คนที่ 33/ })
  await left.click()
  await expect.element(address()).toHaveTextContent('/chat-queue?ticket=5f1f5a3c-2a0b-4c9e-8d52-000000000032')
  await expect.element(list).not.toBeInTheDocument()
  goBack()
  await expect.element(left).toHaveFocus()
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(40)
  const { top, bottom } = left.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(window.innerHeight)
})

test('discards a click on a stale metric when the new metrics fail to load', async () => {
  await openDashboard()
  const closed = page.getByRole('button', { name: /เคสที่ปิด ดูเคส$/ })
  await expect.element(closed).toMatchTextContent(/^1,274/)
  const slow = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.overview, slow.promise)
  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitemradio', { name: '90 วันล่าสุด' }).click()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull()
  await closed.click()
  slow.resolve({ status: 400, body: { code: 'invalid_request' } })
  await expect.element(page.getByText('โหลดตัวเลขไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.overview, { body: MockDashboard })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(closed).toMatchTextContent(/^1,274/)
  await expect.element(address()).toMatchTextContent(/^\/dashboard\?days=90$/)
})

test('opens the list of a clicked stale metric once the new metrics are loaded', async () => {
  await openDashboard()
  const closed = page.getByRole('button', { name: /เคสที่ปิด ดูเคส$/ })
  await expect.element(closed).toMatchTextContent(/^1,274/)
  const list = page.getByRole('dialog', { name: 'เคสที่ปิด' })
  // Loads the list's code first, so that a click that does not wait for the metrics is detected immediately.
  await closed.click()
  await expect.element(list.getByRole('status')).toBeVisible()
  goBack()
  await expect.element(list).not.toBeInTheDocument()
  const slow = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.overview, slow.promise)
  const choose = async (days: string) => {
    await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
    await page.getByRole('menuitemradio', { name: days }).click()
  }
  await choose('30 วันล่าสุด')
  await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull()
  const { overview } = MockDashboard
  const totals = { ...overview.totals, closed_count: 5_000 }
  let isThere = false
  const opened: boolean[] = []
  server.respond(CALLS.metricTickets, () => {
    opened.push(isThere)
    return { body: mockTickets(5_000, ['ธีรภัทร ทองดี']) }
  })
  await closed.click()
  // Changes the period again. If the click did not wait, it would open the list of the former period.
  await choose('90 วันล่าสุด')
  await expect.element(address()).toMatchTextContent(/^\/dashboard\?days=90$/)
  isThere = true
  slow.resolve({ body: { ...MockDashboard, overview: { ...overview, totals } } })
  await expect.element(list.getByRole('status')).toMatchTextContent(/^5,000 เคส · 90 วันล่าสุด/)
  await expect.element(closed).toMatchTextContent(/^5,000/)
  expect(opened).toEqual([true])
})
