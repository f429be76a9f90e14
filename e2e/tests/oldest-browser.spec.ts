import type { Locator, Page } from '@playwright/test'
import { newerNames } from '../../shared/src/federation/browser-apis.ts'
import { expect, test } from '../src/desk-test.ts'
import { openSignedIn } from '../src/sign-in.ts'

/**
 * Removes features that the oldest supported browsers may lack, before any script of the page runs. `removedNames`
 * lists the removed features.
 */
function removeNewer({ members, globals }: { members: string[]; globals: string[] }): void {
  const removed: string[] = []
  const remove = (owner: unknown, name: string, label: string) => {
    const isObject = (typeof owner === 'object' || typeof owner === 'function') && owner !== null
    if (isObject && Object.hasOwn(owner, name) && Reflect.deleteProperty(owner, name)) removed.push(label)
  }
  for (const member of members) {
    const [owner = '', name = ''] = member.split('.')
    const owning = (globalThis as Record<string, unknown>)[owner] as { prototype?: unknown } | undefined
    if (owner === 'Window') remove(window, name, member)
    remove(owning, name, member)
    remove(owning?.prototype, name, member)
  }
  for (const name of globals) remove(window, name, name)
  Object.assign(window, { removedNames: removed })
}

const SCREENS: readonly [path: string, marker: (page: Page) => Locator][] = [
  ['/dashboard', (page) => page.getByRole('list', { name: 'ตัวเลขหลัก' })],
  ['/my-dashboard', (page) => page.getByRole('list', { name: 'ตัวเลขหลัก' })],
  ['/wallboard', (page) => page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' })],
  ['/knowledge-base?tab=overview', (page) => page.getByRole('table', { name: 'แหล่งข้อมูล' })],
  ['/promo-upload', (page) => page.getByRole('heading', { name: 'อัปโหลดรูปภาพ' })],
  ['/profile', (page) => page.getByRole('button', { name: 'กลับไปแดชบอร์ด' })],
  ['/my-tickets', (page) => page.getByRole('heading', { name: 'เคสของฉัน' })],
  ['/chat-queue', (page) => page.getByRole('button', { name: /เปิดแชท/ }).first()],
]

test('every page works without features that the oldest supported browsers lack', async ({
  browser,
  deskUrl,
  simulator,
}) => {
  const context = await browser.newContext()
  await context.addInitScript(removeNewer, newerNames())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()} ${error}`))
  page.on('console', (message) => {
    if (/is not a (function|constructor)|is not defined/.test(message.text()))
      problems.push(`${page.url()} ${message.text()}`)
  })
  await page.goto(`${deskUrl}/login`)
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' })).toBeVisible()
  const removed = await page.evaluate(() => (window as unknown as { removedNames: string[] }).removedNames)
  expect(removed).toEqual(
    expect.arrayContaining(['URL.parse', 'Map.groupBy', 'Promise.try', 'Window.requestIdleCallback']),
  )

  await openSignedIn(context, deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
  for (const [path, marker] of SCREENS) {
    await page.goto(deskUrl + path)
    await expect(marker(page), path).toBeVisible()
  }
  await page
    .getByRole('button', { name: /เปิดแชท/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeVisible()
  expect(problems).toEqual([])
  await context.close()
})
