/** Keyboard tests: the tab order follows the document, every control shows its focus, and dialogs restore the focus. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mockTickets } from '../testing/mock-dashboard.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'
import OwnDashboardPage from './OwnDashboardPage.page.tsx'
import WallboardPage from './WallboardPage.page.tsx'

installMockDashboard()

const MAX_STEPS = 120

const nameOf = (element: Element) =>
  element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent ?? ''

/** Returns true when the focus is visible, as an outline of the element, its pseudo-element or its parent. */
function showsFocus(element: Element): boolean {
  const isRendered = (of: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(of, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  return isRendered(element) || isRendered(element, '::after') || isRendered(element.parentElement ?? element)
}

/** Presses Tab from the top of the page until the focus leaves the page. Returns the focused elements. */
async function walk(): Promise<Element[]> {
  ;(document.activeElement as HTMLElement | null)?.blur()
  const walked: Element[] = []
  while (walked.length < MAX_STEPS) {
    await userEvent.keyboard('{Tab}')
    const at = document.activeElement
    if (at === null || at === document.body || walked.includes(at)) break
    expect(showsFocus(at), `${nameOf(at)} shows that it has the focus`).toBe(true)
    walked.push(at)
  }
  return walked
}

function expectOrder(walked: readonly Element[]): void {
  for (const [index, element] of walked.entries()) {
    const next = walked[index + 1]
    if (next === undefined) continue
    const isAfter = (element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    expect(isAfter, `${nameOf(next)} after ${nameOf(element)}`).toBe(true)
  }
}

// Longer timeout, because each key press is a round trip to the browser.
vi.setConfig({ testTimeout: 180_000 })

const focusOn = (element: Element) => (element as HTMLElement).focus()

test("Tab reaches the overview's cards, agents, bars, ranking and footer, and one hour of the heat map", async () => {
  await openDashboard()
  await expect.element(page.getByRole('region', { name: 'ปิดเคสมากที่สุด' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('.recharts-surface').length).toBeGreaterThan(4)
  const walked = await walk()
  expectOrder(walked)
  const names = walked.map(nameOf).join('\n')
  for (const name of [
    /ภาพรวม/,
    /เคสที่ดูแล ดูเคส/,
    /ฝากเงินไม่สำเร็จ/,
    /อรทัย ใจดี ปิด 241 เคส/,
    /ดูแล 260 ดูเคส/,
    /เฉลี่ย/,
    /พิมพ์/,
  ])
    expect(names).toMatch(name)
  // The heat map has only one tab stop, because arrow keys move between its cells.
  expect(walked.filter((each) => /^วัน.+ เฉลี่ย .+ ข้อความ/.test(nameOf(each)))).toHaveLength(1)
})

test('Enter opens the tickets that a metric counts, and Escape closes them and restores the focus', async () => {
  await openDashboard()
  const number = page.getByRole('button', { name: /เคสที่ปิด ดูเคส$/ })
  await expect.element(number).toBeVisible()
  for (const element of [
    number.element(),
    page.getByRole('button', { name: /^ฝากเงินไม่สำเร็จ/ }).element(),
    page.getByRole('button', { name: /^ปิด 241 ดูเคสของ/ }).element(),
  ]) {
    focusOn(element)
    await userEvent.keyboard('{Enter}')
    const list = page.getByRole('dialog')
    await expect.element(list.getByRole('link').first()).toBeVisible()
    await expect.poll(() => list.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement).toBe(element)
  }
})

test('arrow keys switch tabs, and Enter sorts the ranking and loads more tickets', async () => {
  server.respond(CALLS.metricTickets, { body: mockTickets(241, ['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว'], 'next') })
  await openDashboard()
  const tab = page.getByRole('tab', { name: 'ภาพรวม' })
  await expect.element(tab).toBeVisible()
  focusOn(tab.element())
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByTestId('address')).toHaveTextContent('/dashboard?tab=ranking')
  const heading = page.getByRole('columnheader', { name: /^ดูแล/ }).getByRole('button')
  await expect.element(heading).toBeVisible()
  expectOrder(await walk())
  focusOn(heading.element())
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByTestId('address'))
    .toHaveTextContent('/dashboard?tab=ranking&order_by=handled')
  focusOn(page.getByRole('tab', { name: 'อันดับ' }).element())
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /ธีรภัทร/ })).toBeVisible()
  const walked = await walk()
  expectOrder(walked)
  const names = walked.map(nameOf).join('\n')
  for (const name of [/ค้นหา/, /ตั้งเป็น VIP ธีรภัทร/, /หน้า 2/]) expect(names).toMatch(name)
})

test("Enter opens a customer's tickets, and closing them restores the focus", async () => {
  server.respond(CALLS.customerTickets, { body: { items: [], has_more: false } })
  await openDashboard('/dashboard?tab=customers')
  const customer = page.getByRole('button', { name: 'ธีรภัทร ทองดี', exact: true })
  await expect.element(customer).toBeVisible()
  focusOn(customer.element())
  await userEvent.keyboard('{Enter}')
  const list = page.getByRole('dialog')
  await expect.element(list).toBeVisible()
  await expect.poll(() => list.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(customer.element())
})

test("Tab reaches the controls of the agent's own dashboard", async () => {
  await openDashboard('/my-dashboard', OwnDashboardPage)
  await expect.element(page.getByRole('link', { name: 'เปิดแชท ธีรภัทร ทองดี' })).toBeVisible()
  const own = await walk()
  expectOrder(own)
  const names = own.map(nameOf).join('\n')
  for (const name of [/ช่วงเวลา/, /เคสที่ดูแล ดูเคส/, /เปิดแชท ธีรภัทร/, /เวลาดูแลเฉลี่ย ดูเคส/])
    expect(names).toMatch(name)
})

test('Tab reaches the controls of the wallboard', async () => {
  await openDashboard('/wallboard', WallboardPage)
  await expect.element(page.getByRole('link', { name: 'ธีรภัทร ทองดี' })).toBeVisible()
  const wallboard = await walk()
  expectOrder(wallboard)
  const names = wallboard.map(nameOf).join('\n')
  for (const name of [/เต็มจอ/, /ดูเคสที่รอตอบ/, /OA VIP/, /ธีรภัทร ทองดี/]) expect(names).toMatch(name)
})
