import { MAX_ORDERED_TICKETS } from 'shared/contract/constants.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import OwnDashboardPage from '../pages/OwnDashboardPage.page.tsx'
import { mockTickets } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const address = () => page.getByTestId('address')
const list = (name: string) => page.getByRole('dialog', { name })
const ordered = (total: number) => (query: Record<string, string>) => ({
  body: {
    ...mockTickets(total, query.order === 'longest' ? ['ช้าที่สุด'] : ['ล่าสุด']),
    order: query.order ?? 'latest',
    is_cut: total > MAX_ORDERED_TICKETS,
  },
})

test('a click on a duration lists its tickets with the longest first, and a change of the order is written to the URL', async () => {
  server.respond(CALLS.metricTickets, ordered(241))
  await openDashboard('/dashboard?days=30')
  await page.getByRole('button', { name: /เวลารับเคสเฉลี่ย ดูเคส$/ }).click()
  const tickets = list('เคสที่ดูแล')
  await expect.element(tickets.getByRole('link', { name: /ช้าที่สุด/ })).toBeVisible()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&cases=handled&sort=longest')
  const slowest = tickets.getByRole('button', { name: 'นานที่สุดก่อน' })
  const latest = tickets.getByRole('button', { name: 'ใหม่สุดก่อน' })
  await expect.element(slowest).toHaveAttribute('aria-pressed', 'true')
  await latest.click()
  await expect.element(tickets.getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  await expect.element(latest).toHaveAttribute('aria-pressed', 'true')
  await expect.element(latest).toHaveFocus()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&cases=handled&sort=latest')
  expect(await seriousProblems(document.body)).toEqual([])
  // Closing goes back one history entry, regardless of how often the order changed.
  await tickets.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(tickets).not.toBeInTheDocument()
  await expect.element(address()).toMatchTextContent(/^\/dashboard\?days=30$/)
})

test('lists the tickets of a count with the latest first, and those of the handling time with the longest first', async () => {
  server.respond(CALLS.metricTickets, ordered(241))
  await openDashboard('/dashboard?cases=handled')
  await expect.element(list('เคสที่ดูแล').getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  server.respond(CALLS.ownTickets, ordered(241))
  await openDashboard('/my-dashboard?cases=handling', OwnDashboardPage)
  await expect.element(list('เคสที่นับเวลาดูแล').getByRole('link', { name: /ช้าที่สุด/ })).toBeVisible()
})

test('shows how many tickets are sorted when the list is longer than the limit for sorting', async () => {
  server.respond(CALLS.metricTickets, ordered(90_000))
  await openDashboard('/dashboard?cases=first_response')
  await expect
    .element(list('เคสที่ตอบกลับครั้งแรก').getByRole('status'))
    .toMatchTextContent(/^90,000 เคส.*เรียงจาก 1,000 เคสล่าสุด$/)
})

test('offers no choice of order when the server has only one order or the list has no durations', async () => {
  await openDashboard('/dashboard?cases=closed&sort=longest')
  await expect.element(list('เคสที่ปิด').getByRole('link', { name: /ธีรภัทร/ })).toBeVisible()
  await expect.element(list('เคสที่ปิด').getByRole('group', { name: 'เรียงลำดับ' })).not.toBeInTheDocument()
  server.respond(CALLS.metricTickets, ordered(241))
  await openDashboard('/dashboard?cases=replied')
  await expect.element(list('ข้อความที่ตอบ').getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  await expect.element(list('ข้อความที่ตอบ').getByRole('group', { name: 'เรียงลำดับ' })).not.toBeInTheDocument()
})
