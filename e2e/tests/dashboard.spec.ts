import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { signInByHttp } from '../src/sign-in.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [desktop] = VIEWPORTS

const metric = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`${label} ดูเคส$`) })
const list = (page: Page) => page.getByRole('dialog')

async function numberIn(container: Locator): Promise<number> {
  return Number(/[\d,]+/.exec((await container.textContent()) ?? '')?.[0].replace(',', ''))
}

/** Accepts and closes a customer's ticket as an agent, as with the queue's buttons. */
async function workThrough(deskUrl: string, userId: string, customer: string): Promise<void> {
  const authorization = `Bearer ${await signInByHttp(deskUrl, userId)}`
  const call = async (path: string, method = 'GET') => {
    const response = await fetch(deskUrl + path, { method, headers: { authorization } })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  let id: string | undefined
  // Waits for the customer's name, which the desk fetches from LINE with the profile.
  await expect(async () => {
    const found = await call(`/api/staff/tickets?search=${encodeURIComponent(customer)}`)
    id = (found as { items: { id: string }[] }).items[0]?.id
    expect(id).toBeDefined()
  }).toPass()
  await call(`/api/staff/tickets/${id}/accept`, 'POST')
  await call(`/api/staff/tickets/${id}/close`, 'POST')
}

const size = desktop

test(`on ${size.name}, every number of the dashboard opens the list of tickets that it counts`, async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  test.setTimeout(180_000)
  const page = await openPage({ size, staff: await simulator.staffWith('BUSINESS'), address: '/dashboard' })
  await expect(metric(page, 'เคสที่ปิด')).toBeVisible()
  const before = await numberIn(metric(page, 'เคสที่ปิด'))
  expect(await seriousProblems(page)).toEqual([])

  const name = `ลูกค้าแดชบอร์ด ${size.name}`
  await simulator.newCustomer(name)
  await workThrough(deskUrl, (await simulator.staffWith('ADMIN')).user_id, name)
  await expect(async () => {
    await page.getByRole('button', { name: 'รีเฟรช' }).click()
    expect(await numberIn(metric(page, 'เคสที่ปิด'))).toBe(before + 1)
  }).toPass()

  // A click on a number opens a list with that many tickets. A ticket of the list opens in the chat.
  await metric(page, 'เคสที่ปิด').click()
  await expect(list(page).getByRole('status')).toHaveText(
    new RegExp(`^${(before + 1).toLocaleString('en-US')} เคส`),
  )
  const row = list(page).getByRole('link', { name: new RegExp(name) })
  await expect(row).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await row.click()
  await expect(page).toHaveURL(/\/chat-queue\?ticket=/)
  await expect(page.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
  await page.goBack()
  await expect(list(page).getByRole('status')).toBeVisible()
  await page.goBack()
  await expect(list(page)).toBeHidden()

  // Compares one number of each kind with the total of the list that it opens.
  const shares = page.getByRole('region', { name: 'สัดส่วนประเภทปัญหา' }).getByRole('list').getByRole('button')
  const replies = page.getByRole('region', { name: 'ตอบมากที่สุด' }).getByRole('button')
  const closers = page.getByRole('region', { name: 'ปิดเคสมากที่สุด' }).getByRole('button')
  const hours = page.getByRole('button', { name: /^วัน.+ เฉลี่ย .+ รวม .+ ข้อความ ดูเคส$/ })
  const handled = page.getByRole('button', { name: /^ดูแล [\d,]+ ดูเคสของ/ })
  const numbers = [
    [shares.first().locator('strong'), shares.first()],
    [replies.first().locator('strong'), replies.first()],
    [handled.first(), handled.first()],
  ] as const
  for (const [number, button] of numbers) {
    const texts = await numberIn(number)
    await button.click()
    await expect(list(page).getByRole('status')).toHaveText(new RegExp(`^${texts.toLocaleString('en-US')} `))
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
  }
  // The chart shows the average of an hour of the week. The list for this hour shows the average and the total.
  const [, average = '', written = ''] =
    /เฉลี่ย (\S+) รวม (\S+) ข้อความ/.exec((await hours.first().getAttribute('aria-label')) ?? '') ?? []
  await expect(hours.first()).toHaveText(average)
  await hours.first().click()
  await expect(list(page).getByRole('status')).toHaveText(
    new RegExp(`^${written} ข้อความ · เฉลี่ย ${average} ต่อชั่วโมง · `),
  )
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  const [, closed = ''] =
    /ปิด ([\d,]+) เคส/.exec((await closers.first().getAttribute('aria-label')) ?? '') ?? []
  await closers.first().click()
  await expect(list(page).getByRole('status')).toHaveText(new RegExp(`^${closed} เคส`))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitemradio', { name: 'เลือกช่วงวันที่...' }).click()
  await expect(page.getByRole('dialog', { name: 'เลือกช่วงวันที่' }).getByRole('status')).toHaveText(/\(7 วัน\)$/)
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'ดูช่วงนี้' }).click()
  await expect(page).toHaveURL(/from=.*&to=/)
  await expect(metric(page, 'เคสที่ปิด')).toHaveText(new RegExp(`^${(before + 1).toLocaleString('en-US')} เคส`))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  // A manager can set a channel's opening hours next to the metrics that use them.
  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitem', { name: 'ตั้งเวลาทำการ...' }).click()
  const closes = list(page).getByLabel('วันจันทร์ ปิด', { exact: true })
  const saved = page.getByText('บันทึกเวลาทำการแล้ว')
  const opens = list(page).getByLabel('วันจันทร์ เปิด', { exact: true })
  const [openedAt, closedAt] = [await opens.inputValue(), await closes.inputValue()]
  // Enters opening hours for Monday that end on Tuesday, after Tuesday's opening time.
  await opens.fill('10:00')
  await closes.fill('09:00')
  await list(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(list(page).getByText(/เลยเวลาเปิดของวันถัดไป/)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await closes.fill('02:30')
  await list(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(saved).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /^ช่วงเวลา/ }).click()
  await page.getByRole('menuitem', { name: 'ตั้งเวลาทำการ...' }).click()
  await expect(closes).toHaveValue('02:30')
  await opens.fill(openedAt)
  await closes.fill(closedAt)
  await list(page).getByRole('button', { name: 'บันทึก' }).click()
  await expect(saved).toBeVisible()
})

test('the exported ranking equals the sorted ranking on the page, and the selected channel is kept', async ({
  openPage,
  simulator,
}) => {
  const manager = await simulator.staffWith('BUSINESS')
  const page = await openPage({ size: desktop, staff: manager, address: '/dashboard' })
  await page.getByRole('tab', { name: 'อันดับ' }).click()
  await page.getByRole('combobox', { name: 'บัญชี OA' }).selectOption('main')
  await page.getByRole('combobox', { name: 'เรียงตาม' }).selectOption('first')
  await expect(page).toHaveURL(/tab=ranking&channel=main&order_by=first/)
  await expect(page.getByRole('columnheader', { name: /ตอบครั้งแรก/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await seriousProblems(page)).toEqual([])

  const rows = page.getByRole('table').getByRole('row')
  // Median and 90th percentile are shown below the average.
  const shown = await rows.evaluateAll(([, ...agents]) =>
    agents.map((agent) => [...agent.children].map((cell) => cell.firstElementChild?.textContent ?? '')),
  )
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ส่งออก CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('agent-ranking_main_7d.csv')
  const content = await readFile(await file.path(), 'utf8')
  expect(content.startsWith('\uFEFFAdmin,Handled,Closed,AvgPickup,AvgFirst,AvgResolution,AdminId,')).toBe(
    true,
  )
  const secs = (time: string) =>
    time === '' || time === '–' ? null : time.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  const numbers = (cells: readonly string[]) => [
    ...cells.slice(-5, -3).map((count) => Number(count.replace(',', ''))),
    ...cells.slice(-3).map(secs),
  ]
  const stored = content
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 6))
  expect(stored.length).toBeGreaterThan(2)
  expect(stored.map(numbers)).toEqual(shown.map(numbers))

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'บัญชี OA' })).toHaveValue('main')
  // The page shows the first channel when the URL names none and the stored channel is not accessible.
  await page.evaluate(() => localStorage.setItem('biz_channel_key', 'nothing-of-ours'))
  await page.goto(new URL('/dashboard', page.url()).href)
  await expect(page.getByRole('combobox', { name: 'บัญชี OA' })).toHaveValue(/^(?!nothing)/)
  await expect(rows.nth(1)).toBeVisible()
})
