import type { Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth > 0)

const [desktop, phone] = VIEWPORTS

test(`a manager on ${phone.name} finds customers by name, makes them VIP and opens their tickets in the chat`, async ({
  openPage,
  simulator,
}) => {
  const name = `ลูกค้ารายชื่อ ${phone.name}`
  await simulator.newCustomer(name)
  const page = await openPage({
    size: phone,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/dashboard?tab=customers',
  })
  const field = page.getByRole('searchbox', { name: 'ค้นหาชื่อหรือ LINE user id' })
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByText(/^1 คน · /)).toBeVisible()
  await page.getByRole('button', { name: `ตั้งเป็น VIP ${name}` }).click()
  await expect(page.getByRole('button', { name: `ยกเลิก VIP ${name}` })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await seriousProblems(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)

  await page.getByRole('button', { name, exact: true }).click()
  const list = page.getByRole('dialog', { name: `เคสของ ${name}` })
  await expect(list.getByRole('link')).toHaveCount(1)
  expect(await seriousProblems(page)).toEqual([])
  await list.getByRole('link').click()
  await expect(page).toHaveURL(/\/chat-queue\?ticket=/)
  await page.goBack()
  await expect(list).toBeVisible()
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL(/tab=customers&search=/)
})

test(`an agent on ${desktop.name} opens their own metrics from the user menu, and the tickets of a metric`, async ({
  openPage,
  simulator,
}) => {
  const page = await openPage({ size: desktop, staff: await simulator.staffWith('ADMIN') })
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'แดชบอร์ดของฉัน' }).click()
  await expect(page).toHaveURL(/\/my-dashboard$/)
  const handled = page.getByRole('button', { name: /เคสที่ดูแล ดูเคส$/ })
  await expect(handled).toBeVisible()
  await expect(page.getByRole('region', { name: 'เวลาดูแลเฉลี่ย' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
  const [count] = /[\d,]+/.exec((await handled.textContent()) ?? '') ?? []
  await handled.click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(new RegExp(`^${count} เคส`))
})
