import { useRealtimeEvents } from 'shared/realtime'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import OwnDashboardPage from '../pages/OwnDashboardPage.page.tsx'
import { mockTickets } from '../testing/mock-dashboard.ts'
import { MockOwnMetrics } from '../testing/mock-now.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

vi.mock('shared/realtime', { spy: true })
installMockDashboard()
afterEach(() => {
  vi.restoreAllMocks()
})

const open = (address = '/my-dashboard') => openDashboard(address, OwnDashboardPage)
const card = (label: string) => page.getByRole('button', { name: new RegExp(`${label} ดูเคส$`) })

test("the agent's own dashboard shows metrics, open tickets and average handling time", async () => {
  await open()
  await expect.element(card('เคสที่ดูแล')).toMatchTextContent(/^1,284 เคส/)
  const tickets = page.getByRole('region', { name: 'เคสที่กำลังดูแล' })
  await expect.element(tickets.getByRole('row').nth(1)).toMatchTextContent(/ธีรภัทร ทองดี.*VIP.*2.*OA/)
  await expect
    .element(tickets.getByRole('link', { name: 'เปิดแชท ธีรภัทร ทองดี' }))
    .toHaveAttribute('href', '/my-ticket/5f1f5a3c-2a0b-4c9e-8d52-000000000001')
  await expect
    .element(tickets.getByRole('link', { name: 'ดูทั้งหมด 14 เคส' }))
    .toHaveAttribute('href', '/my-tickets')
  await expect
    .element(page.getByRole('region', { name: 'เวลาดูแลเฉลี่ย' }))
    .toMatchTextContent(/14 นาที 20 วิ.*200 เคสล่าสุดที่ปิด/)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('shows a capped number of open tickets', async () => {
  server.respond(CALLS.own, { body: { ...MockOwnMetrics, open_count: 100 } })
  await open()
  await expect.element(page.getByRole('link', { name: 'ดูทั้งหมด 100+ เคส' })).toBeVisible()
})

test("a click on a metric opens the agent's own tickets", async () => {
  server.respond(CALLS.ownTickets, { body: mockTickets(1_284, ['รัตนา ดวงแก้ว']) })
  await open('/my-dashboard?days=30')
  await card('เคสที่ดูแล').click()
  const list = page.getByRole('dialog', { name: 'เคสที่ดูแล' })
  await expect.element(list.getByRole('status')).toMatchTextContent(/1,284 เคส · 30 วันล่าสุด/)
  await expect.element(page.getByTestId('address')).toHaveTextContent('/my-dashboard?days=30&cases=held')
  expect(server.requests.map(({ call }) => call)).not.toContain(CALLS.metricTickets)
})

test('opens the tickets that the average handling time counts, independent of the period', async () => {
  server.respond(CALLS.ownTickets, { body: mockTickets(200, ['รัตนา ดวงแก้ว']) })
  await open('/my-dashboard?days=30')
  await page.getByRole('button', { name: /เวลาดูแลเฉลี่ย ดูเคส$/ }).click()
  const list = page.getByRole('dialog', { name: 'เคสที่นับเวลาดูแล' })
  await expect.element(list.getByRole('status')).toMatchTextContent(/^200 เคส · ที่ปิดล่าสุด ไม่ขึ้นกับช่วงเวลา$/)
  await expect.element(list.getByRole('link', { name: /รัตนา/ })).toMatchTextContent(/เวลาดูแล 1 นาที 32 วิ/)
  await expect.element(page.getByTestId('address')).toHaveTextContent('/my-dashboard?days=30&cases=handling')
})

test("the agent's own dashboard links to the queue without open tickets, offers a retry on failure, and fits on a phone", async () => {
  await page.viewport(390, 844)
  server.respond(CALLS.own, { status: 403, body: { code: 'forbidden' } })
  await open()
  await expect.element(page.getByText('โหลดตัวเลขไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.own, {
    body: { ...MockOwnMetrics, open_tickets: [], open_count: 0, handling: { sample: 0, avg_secs: null } },
  })
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(page.getByRole('link', { name: 'ไปที่คิวแชท' })).toBeVisible()
  await expect.element(page.getByText('ยังไม่มีเคสที่คุณดูแลจนปิด')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})

test("updates the agent's open tickets after events, and reports a failed refetch", async () => {
  await open()
  const tickets = page.getByRole('region', { name: 'เคสที่กำลังดูแล' })
  await expect.element(tickets.getByRole('row').nth(1)).toMatchTextContent(/ธีรภัทร/)
  const happens = () =>
    vi.mocked(useRealtimeEvents).mock.lastCall?.[0]({ type: 'resync', data: { reason: 'reconnected' } })
  server.respond(CALLS.own, { body: { ...MockOwnMetrics, open_tickets: [], open_count: 0 } })
  happens()
  await expect.element(tickets.getByText('ไม่มีเคสที่กำลังดูแล')).toBeVisible()
  await expect.element(page.getByText(/^ตัวเลขเมื่อ .*อัปเดตเองทุกนาที$/)).toBeVisible()
  server.respond(CALLS.own, { status: 403, body: { code: 'forbidden' } })
  happens()
  await expect.element(page.getByText(/^ตัวเลขเมื่อ .*อัปเดตไม่สำเร็จ$/)).toBeVisible()
})

test.each([800, 1000, 1120, 1300])('shows open tickets inside their card at %i px', async (width) => {
  await page.viewport(width, 900)
  await open()
  const tickets = page.getByRole('region', { name: 'เคสที่กำลังดูแล' })
  await expect.element(tickets.getByRole('link', { name: 'เปิดแชท ธีรภัทร ทองดี' })).toBeVisible()
  const card = tickets.element()
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
})

test.each([
  ['a table', 1440, 'row', 2],
  ['rows', 800, 'listitem', 1],
] as const)(
  'open tickets, shown as %s, keep their order while one has the pointer or the focus',
  async (_, width, role, second) => {
    await page.viewport(width, 900)
    await open()
    const tickets = page.getByRole('region', { name: 'เคสที่กำลังดูแล' })
    const row = (index: number) => tickets.getByRole(role).nth(index)
    const [one, two] = MockOwnMetrics.open_tickets
    if (one === undefined || two === undefined) throw new Error('two cases are open')
    const third = { ...two, id: '5f1f5a3c-2a0b-4c9e-8d52-000000000003', unread_count: 5 }
    const textsOf = async (open_tickets: (typeof two)[], open_count: number) => {
      server.respond(CALLS.own, { body: { ...MockOwnMetrics, open_tickets, open_count } })
      vi.mocked(useRealtimeEvents).mock.lastCall?.[0]({ type: 'resync', data: { reason: 'reconnected' } })
      await expect.element(tickets.getByRole('link', { name: `ดูทั้งหมด ${open_count} เคส` })).toBeVisible()
    }
    await userEvent.hover(row(second))
    await textsOf([third, { ...two, subject: 'ถอนเงินช้า' }, one], 15)
    // The row keeps its position, but its content is current.
    await expect.element(row(second)).toMatchTextContent(/รัตนา.*ถอนเงินช้า/)
    await expect.element(row(second - 1)).toMatchTextContent(/ธีรภัทร/)
    await userEvent.hover(page.getByRole('region', { name: 'เวลาดูแลเฉลี่ย' }))
    await expect.element(row(second)).toMatchTextContent(/รัตนา.*ถอนเงินช้า/)
    await expect.element(row(second + 1)).toMatchTextContent(/ธีรภัทร/)

    const link = row(second).getByRole('link').element() as HTMLElement
    link.focus()
    await textsOf([two, one, third], 16)
    await expect.element(row(second + 1)).toMatchTextContent(/ธีรภัทร/)
    link.blur()
    await expect.element(row(second)).toMatchTextContent(/ธีรภัทร/)
  },
)
