/**
 * Tests against a server that implements only the API calls of the specification, so it has no own metrics, ticket
 * lists, opening hours or wallboard.
 */
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MockAgents } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'
import OwnDashboardPage from './OwnDashboardPage.page.tsx'
import WallboardPage from './WallboardPage.page.tsx'

installMockDashboard()
beforeEach(() => {
  const { metricTickets, customerTickets, own, ownTickets, wallboard, hours, setHours } = CALLS
  server.remove(metricTickets, customerTickets, own, ownTickets, wallboard, hours, setHours)
  server.respond(CALLS.overview, { body: { issue_breakdown: [], kpis: {} } })
})

const id = (number: number) => `5f1f5a3c-2a0b-4c9e-8d52-${String(number).padStart(12, '0')}`
/** Returns the time `days` ago. No test depends on the time of day, because none uses the first day of a period. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const closed = (number: number, at: string, secs: number | null) => ({
  ...mockTicket({ id: id(number), status: 'CLOSED', closed_at: at, metrics: { resolution_secs: secs } }),
  opened_at: new Date(Date.parse(at) - 300_000).toISOString(),
})
const requests = () => server.requests.filter(({ call }) => call === CALLS.tickets).map(({ query }) => query)

const openOwn = (address = '/my-dashboard') => openDashboard(address, OwnDashboardPage)

/** Responds to requests for the user's tickets according to the requested status. */
const respondWithTickets = (open: unknown, closedOnes: unknown) =>
  server.respond(CALLS.tickets, ({ status }) => ({ body: status === 'OPEN' ? open : closedOnes }))

test("computes an agent's own metrics from the agent's tickets when the server sends no metrics", async () => {
  respondWithTickets(
    { items: [mockTicket({ id: id(1), profile: { display_name: 'ธีรภัทร ทองดี' } })], total: 14 },
    {
      items: [closed(2, daysAgo(0), 600), closed(3, daysAgo(2), null), closed(4, daysAgo(40), 900)],
      total: 3,
    },
  )
  await openOwn()
  const metrics = page.getByRole('list', { name: 'ตัวเลขหลัก' }).getByRole('listitem')
  await expect.element(metrics.nth(0)).toMatchTextContent(/เคสที่ปิด.*2 เคส/)
  await expect.element(metrics.nth(1)).toMatchTextContent(/เวลาปิดเคสเฉลี่ย.*7 นาที 30 วิ/)
  await expect.poll(() => metrics.elements().length).toBe(2)
  const metricTickets = page.getByRole('region', { name: 'เคสที่กำลังดูแล' })
  await expect
    .element(metricTickets.getByRole('link', { name: 'เปิดแชท ธีรภัทร ทองดี' }))
    .toHaveAttribute('href', `/my-ticket/${id(1)}`)
  await expect.element(metricTickets.getByRole('link', { name: 'ดูทั้งหมด 14 เคส' })).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'เวลาดูแลเฉลี่ย' }))
    .toMatchTextContent(/10 นาที.*ตั้งแต่เคสเปิดจนคุณปิด เฉลี่ยจาก 3 เคส/)
  expect(requests()).toEqual(
    expect.arrayContaining([
      { assignee: 'me', status: 'OPEN', order: '-last_activity_at', page: '1', page_size: '10' },
      { assignee: 'me', status: 'CLOSED', order: '-closed_at', page: '1', page_size: '200' },
    ]),
  )
  expect(new Set(requests().map((query) => query.page))).toEqual(new Set(['1']))
  expect(await seriousProblems(document.body)).toEqual([])
})

test('shows no count of closed tickets when the period has more closed tickets than the page fetches', async () => {
  respondWithTickets({ items: [], total: 0 }, { items: [closed(2, daysAgo(1), 600)], total: 5_000 })
  await openOwn('/my-dashboard?days=90')
  await expect.element(page.getByRole('region', { name: 'เวลาดูแลเฉลี่ย' })).toMatchTextContent(/เฉลี่ยจาก 1 เคส/)
  await expect.element(page.getByText('เคสที่ปิด', { exact: true })).not.toBeInTheDocument()
  // The server returns the same page for every request, so the second request is the last one.
  const closedPages = requests().filter(({ status }) => status === 'CLOSED')
  expect(new Set(closedPages.map((query) => query.page))).toEqual(new Set(['1', '2']))
})

test("offers a retry when the request for the agent's tickets also fails", async () => {
  server.respond(CALLS.tickets, { status: 403, body: { code: 'forbidden' } })
  await openOwn()
  await expect.element(page.getByText('โหลดตัวเลขไม่สำเร็จ')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
})

test('shows that the server has no ticket list for a metric, without a retry', async () => {
  await openDashboard('/dashboard?cases=closed')
  const list = page.getByRole('dialog', { name: 'เคสที่ปิด' })
  await expect.element(list.getByText('เซิร์ฟเวอร์นี้ยังไม่มีรายการเคสของตัวเลขนี้')).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  await expect.element(list.getByRole('status')).toHaveTextContent('')
  expect(await seriousProblems(document.body)).toEqual([])
})

test("shows that a customer's tickets are unavailable, without a retry", async () => {
  await openDashboard('/dashboard?tab=customers')
  await page.getByRole('button', { name: 'ธีรภัทร ทองดี' }).click()
  const list = page.getByRole('dialog', { name: 'เคสของ ธีรภัทร ทองดี' })
  await expect.element(list.getByText('ไม่พบเคสของลูกค้ารายนี้บนเซิร์ฟเวอร์นี้')).toBeVisible()
  await expect.element(list.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
})

test('shows that opening hours cannot be set, without a retry', async () => {
  await openDashboard('/dashboard?tab=ranking')
  const menu = page.getByRole('button', { name: /^ช่วงเวลา/ })
  await expect.element(menu).toBeVisible()
  // Calls `click()` on the element, because on a busy machine the menu still moves while it is being positioned.
  ;(menu.element() as HTMLElement).click()
  const item = page.getByRole('menuitem', { name: 'ตั้งเวลาทำการ...' })
  await expect.element(item).toBeVisible()
  ;(item.element() as HTMLElement).click()
  const hours = page.getByRole('dialog', { name: 'เวลาทำการ' })
  await expect.element(hours.getByText('เซิร์ฟเวอร์นี้ตั้งเวลาทำการไม่ได้')).toBeVisible()
  await expect.element(hours.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
})

test('shows metrics on all three tabs when the server implements only the API calls of the specification', async () => {
  await openDashboard()
  await expect.element(page.getByRole('list', { name: 'ตัวเลขหลัก' })).toMatchTextContent(/513 เคส/)
  await page.getByRole('tab', { name: 'อันดับ' }).click()
  await expect
    .element(page.getByRole('row', { name: new RegExp(MockAgents[0]?.agent_name ?? '') }))
    .toMatchTextContent(/260.*241/)
  await page.getByRole('tab', { name: 'ลูกค้า' }).click()
  await expect.element(page.getByRole('row', { name: /ธีรภัทร/ })).toBeVisible()
})

test('shows that the server has no wallboard, without a retry', async () => {
  await openDashboard('/wallboard', WallboardPage)
  await expect.element(page.getByText('เซิร์ฟเวอร์นี้ไม่มีจอสด')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
})

test('offers a retry, and does not report a missing wallboard, when a proxy responds with HTML', async () => {
  server.respond(CALLS.wallboard, { body: '<!doctype html>' })
  await openDashboard('/wallboard', WallboardPage)
  await expect.element(page.getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
  await expect.element(page.getByText('เซิร์ฟเวอร์นี้ไม่มีจอสด')).not.toBeInTheDocument()
})
