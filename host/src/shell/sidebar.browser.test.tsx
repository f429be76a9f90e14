import { signOut } from 'shared/session'
import { MockManager } from 'shared/testing/mock-profile.ts'
import type { MockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { renderApp } from '../testing/render-app.tsx'

let server: MockServer | null = null

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  signOut()
  server?.stop()
  vi.restoreAllMocks()
})

async function open(width: number) {
  await page.viewport(width, 844)
  server = await renderApp('/profile', MockManager)
  await expect.element(page.getByRole('heading', { level: 1, name: 'โปรไฟล์' })).toBeVisible()
}

const menu = () => page.getByRole('navigation', { name: 'เมนูหลัก', includeHidden: true })
const item = () => menu().getByRole('link', { name: 'คิวแชท', includeHidden: true })
const word = () => item().getByText('คิวแชท')
const widthOf = async (element: Element) => element.getBoundingClientRect().width

test('the sidebar is open on a wide screen and remains open after a menu click', async () => {
  await open(1440)
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toHaveAttribute('aria-expanded', 'true')
  await item().click()
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toBeVisible()
  await page.getByRole('button', { name: 'ย่อเมนู' }).click()
  await expect
    .element(page.getByRole('button', { name: 'ขยายเมนู' }))
    .toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => widthOf(menu().element())).toBeLessThan(64)
  await expect.poll(() => widthOf(word().element())).toBe(0)
  await expect.poll(() => document.querySelector('aside svg')?.getBoundingClientRect().width).toBe(28)
  await expect.element(item()).toBeVisible()
})

test('a sidebar that the user has collapsed remains collapsed on the next visit', async () => {
  await open(1440)
  await page.getByRole('button', { name: 'ย่อเมนู' }).click()
  server?.stop()
  await cleanup()
  await open(1440)
  await expect.element(page.getByRole('button', { name: 'ขยายเมนู' })).toBeVisible()
  await page.getByRole('button', { name: 'ขยายเมนู' }).click()
  server?.stop()
  await cleanup()
  await open(1440)
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toBeVisible()
})

test.each([1024, 769])('at %d px the sidebar is open until a menu click', async (width) => {
  await open(width)
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toBeVisible()
  await item().click()
  await expect.element(page.getByRole('button', { name: 'ขยายเมนู' })).toBeVisible()
})

test('at 1025 px the sidebar remains open after a menu click', async () => {
  await open(1025)
  await item().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'คิวแชท' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toBeVisible()
})

test.each([768, 390])(
  'at %d px the sidebar is hidden, and the menu button opens it over the page',
  async (width) => {
    await open(width)
    await expect.element(item()).not.toBeVisible()
    const burger = page.getByRole('button', { name: 'เปิดเมนู', includeHidden: true })
    await burger.click()
    await expect.element(item()).toBeVisible()
    await expect.element(menu().getByRole('link', { name: 'แดชบอร์ด' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(item()).not.toBeVisible()
    await expect.element(burger).toHaveFocus()
    await burger.click()
    await item().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'คิวแชท' })).toBeVisible()
    await expect.element(item()).not.toBeVisible()
  },
)

test('resizing the window across 768 px collapses the sidebar and opens it again', async () => {
  await open(1440)
  await page.viewport(768, 844)
  await expect.element(item()).not.toBeVisible()
  await page.viewport(1200, 844)
  await expect.element(page.getByRole('button', { name: 'ย่อเมนู' })).toBeVisible()
})

test('a phone shows the page without horizontal scrolling', async () => {
  await open(390)
  await expect.element(page.getByText(MockManager.line_user_id)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
