import { MAX_ORDERED_CASES } from 'shared/contract/constants.ts'
import { graveProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import OwnDashboardPage from '../pages/OwnDashboardPage.page.tsx'
import { mockCases } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

const address = () => page.getByTestId('address')
const list = (name: string) => page.getByRole('dialog', { name })
const ordered = (total: number) => (query: Record<string, string>) => ({
  body: {
    ...mockCases(total, query.order === 'longest' ? ['ช้าที่สุด'] : ['ล่าสุด']),
    order: query.order ?? 'latest',
    is_cut: total > MAX_ORDERED_CASES,
  },
})

test('the list of a time begins with what took longest, can be turned to the latest, and says so in the address', async () => {
  server.answer(CALLS.cases, ordered(241))
  await openDashboard('/dashboard?days=30')
  await page.getByRole('button', { name: /เวลารับเคสเฉลี่ย ดูเคส$/ }).click()
  const cases = list('เคสที่ดูแล')
  await expect.element(cases.getByRole('link', { name: /ช้าที่สุด/ })).toBeVisible()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&cases=handled&sort=longest')
  const slowest = cases.getByRole('button', { name: 'นานที่สุดก่อน' })
  const latest = cases.getByRole('button', { name: 'ใหม่สุดก่อน' })
  await expect.element(slowest).toHaveAttribute('aria-pressed', 'true')
  await latest.click()
  await expect.element(cases.getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  await expect.element(latest).toHaveAttribute('aria-pressed', 'true')
  await expect.element(latest).toHaveFocus()
  await expect.element(address()).toHaveTextContent('/dashboard?days=30&cases=handled&sort=latest')
  expect(await graveProblems(document.body)).toEqual([])
  // One step back, however often it was turned.
  await cases.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(cases).not.toBeInTheDocument()
  await expect.element(address()).toMatchTextContent(/^\/dashboard\?days=30$/)
})

test('the list of a number begins with the latest; what is nothing but a time begins with the longest', async () => {
  server.answer(CALLS.cases, ordered(241))
  await openDashboard('/dashboard?cases=handled')
  await expect.element(list('เคสที่ดูแล').getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  server.answer(CALLS.ownCases, ordered(241))
  await openDashboard('/my-dashboard?cases=handling', OwnDashboardPage)
  await expect.element(list('เคสที่นับเวลาดูแล').getByRole('link', { name: /ช้าที่สุด/ })).toBeVisible()
})

test('where there are more than can be ordered it says of how many', async () => {
  server.answer(CALLS.cases, ordered(90_000))
  await openDashboard('/dashboard?cases=first_response')
  await expect
    .element(list('เคสที่ตอบกลับครั้งแรก').getByRole('status'))
    .toMatchTextContent(/^90,000 เคส.*เรียงจาก 1,000 เคสล่าสุด$/)
})

test('a server that knows one order offers no other, nor does a list without times', async () => {
  await openDashboard('/dashboard?cases=closed&sort=longest')
  await expect.element(list('เคสที่ปิด').getByRole('link', { name: /ธีรภัทร/ })).toBeVisible()
  await expect.element(list('เคสที่ปิด').getByRole('group', { name: 'เรียงลำดับ' })).not.toBeInTheDocument()
  server.answer(CALLS.cases, ordered(241))
  await openDashboard('/dashboard?cases=replied')
  await expect.element(list('ข้อความที่ตอบ').getByRole('link', { name: /ล่าสุด/ })).toBeVisible()
  await expect.element(list('ข้อความที่ตอบ').getByRole('group', { name: 'เรียงลำดับ' })).not.toBeInTheDocument()
})
