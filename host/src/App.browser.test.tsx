import { signOut, userDatabaseCalls } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import type { MockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from './testing/render-app.tsx'

let server: MockServer | null = null

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await page.viewport(1440, 900)
})

afterEach(() => {
  signOut()
  server?.stop()
  vi.restoreAllMocks()
})

const address = (path: string) =>
  expect.poll(() => page.getByTestId('address').element().textContent).toBe(path)
const title = (text: string) => page.getByRole('heading', { level: 1, name: text })

test.each(['/', '/chat-queue', '/dashboard', '/profile', '/nothing-here'])(
  'redirects a visitor without a session from %s to the login screen',
  async (path) => {
    server = await renderApp(path, null)
    await address('/login')
    await expect.element(title('ยินดีต้อนรับ')).toBeVisible()
  },
)

test.each([
  ['BUSINESS', '/', '/dashboard', MockManager],
  ['BUSINESS', '/dashboard', '/dashboard', MockManager],
  ['BUSINESS', '/promo-upload', '/promo-upload', MockManager],
  ['BUSINESS', '/my-ticket/7f3a91c2', '/my-ticket/7f3a91c2', MockManager],
  ['ADMIN', '/', '/chat-queue', MockAgent],
  ['ADMIN', '/dashboard', '/chat-queue', MockAgent],
  ['ADMIN', '/promo-upload', '/chat-queue', MockAgent],
  ['ADMIN', '/my-tickets', '/my-tickets', MockAgent],
  ['ADMIN', '/login', '/chat-queue', MockAgent],
  ['no role', '/dashboard', '/chat-queue', { ...MockAgent, role: null }],
])('as %s, the path %s leads to %s', async (_role, from, to, profile) => {
  server = await renderApp(from, profile)
  await expect.element(page.getByRole('button', { name: /^เมนูผู้ใช้/ })).toBeVisible()
  await address(to)
})

test("does not show the dashboard's title while redirecting an agent", async () => {
  const titles = new Set<string>()
  const watch = new MutationObserver(() => titles.add(document.querySelector('h1')?.textContent ?? ''))
  watch.observe(document.body, { childList: true, characterData: true, subtree: true })
  server = await renderApp('/dashboard', MockAgent)
  await address('/chat-queue')
  await expect.element(title('คิวแชท')).toBeVisible()
  watch.disconnect()
  expect([...titles].filter((each) => each !== '')).toEqual(['คิวแชท'])
})

test('shows the shell and does not redirect while the session check is running', async () => {
  server = await renderApp('/', MockManager, { 'GET /auth/me': 'never' })
  await expect.element(page.getByRole('main')).toBeInTheDocument()
  await address('/')
  expect(page.getByRole('link', { name: 'แดชบอร์ด' }).elements()).toEqual([])
})

test('shows the 404 page for an unknown path, with a link to the queue', async () => {
  server = await renderApp('/nothing-here', MockAgent)
  await expect.element(title('ไม่พบหน้านี้')).toBeVisible()
  await page.getByRole('button', { name: 'ไปที่คิวแชท' }).click()
  await address('/chat-queue')
})

test('shows three items in the sidebar to a manager', async () => {
  server = await renderApp('/chat-queue', MockManager)
  const nav = page.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect.element(nav.getByRole('link', { name: 'แดชบอร์ด' })).toBeVisible()
  expect(
    nav
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['แดชบอร์ด', 'คิวแชท', 'อัปโหลดรูปภาพ'])
  await expect.element(nav.getByRole('link', { name: 'คิวแชท' })).toHaveAttribute('aria-current', 'page')
})

test('shows only the queue in the sidebar to an agent', async () => {
  server = await renderApp('/chat-queue', MockAgent)
  const nav = page.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect.element(nav.getByRole('link', { name: 'คิวแชท' })).toBeVisible()
  await expect.poll(() => nav.getByRole('link').elements().length).toBe(1)
})

test('shows the title of the current page in the top bar and in the browser tab', async () => {
  server = await renderApp('/chat-queue', MockManager)
  await expect.element(title('คิวแชท')).toBeVisible()
  await expect.poll(() => document.title).toBe('คิวแชท · OA Desk')
  await page.getByRole('link', { name: 'อัปโหลดรูปภาพ' }).click()
  await expect.element(title('อัปโหลดรูปภาพ')).toBeVisible()
  await expect.poll(() => document.title).toBe('อัปโหลดรูปภาพ · OA Desk')
})

test('shows a page without a release as unavailable, while the shell works', async () => {
  server = await renderApp('/chat-queue', MockManager)
  await expect.element(page.getByRole('main').getByRole('button', { name: 'ลองใหม่' })).toBeVisible()
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await address('/profile')
  expect(console.error).not.toHaveBeenCalled()
})

test('links from an unavailable page to the queue', async () => {
  server = await renderApp('/dashboard', MockManager)
  const main = page.getByRole('main')
  await expect.element(main.getByText('หน้านี้ยังไม่พร้อมใช้งาน')).toBeVisible()
  expect(main.getByRole('button', { name: 'ลองใหม่' }).elements()).toEqual([])
  await main.getByRole('button', { name: 'ไปที่คิวแชท' }).click()
  await address('/chat-queue')
})

test('the first Tab stop is a link that skips the sidebar', async () => {
  server = await renderApp('/profile', MockAgent)
  await expect.element(title('โปรไฟล์')).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'ข้ามไปยังเนื้อหา' })).toHaveFocus()
})

test('signing out in the user menu opens the login screen', async () => {
  server = await renderApp('/profile', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await address('/login')
  expect(localStorage.getItem('jwt')).toBeNull()
  await expect.element(title('ยินดีต้อนรับ')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('asks for confirmation before a sign-out that would remove pending messages', async () => {
  server = await renderApp('/profile', MockAgent)
  const { openUserDatabase, countOutbox } = await userDatabaseCalls()
  const db = await openUserDatabase(MockAgent.id)
  const message = { id: 'm1', at: new Date().toISOString() }
  await db.put('outbox', message)
  const leave = page.getByRole('main').getByRole('button', { name: 'ออกจากระบบ' })
  await leave.click()
  const dialog = page.getByRole('dialog', { name: 'ออกจากระบบ' })
  await expect.element(dialog).toMatchTextContent(/ข้อความที่ยังไม่ได้ส่ง 1 ข้อความ/)
  // The open dialog updates its message count when a message is sent.
  await db.delete('outbox', 'm1')
  await expect.element(dialog).toMatchTextContent(/ข้อความของคุณส่งครบแล้ว/)
  await db.put('outbox', message)
  await expect.element(dialog).toMatchTextContent(/ข้อความที่ยังไม่ได้ส่ง 1 ข้อความ/)
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(localStorage.getItem('jwt')).not.toBeNull()
  await leave.click()
  await dialog.getByRole('button', { name: 'ออกจากระบบ' }).click()
  await address('/login')
  expect(await countOutbox(MockAgent.id)).toBe(0)
})

test.each([
  ['does not respond', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new DOMException('no', 'UnknownError'))],
])(
  "asks for confirmation before a sign-out when the browser's database %s, since messages may be pending",
  async (_, databases) => {
    server = await renderApp('/profile', MockAgent)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const silent = vi.spyOn(indexedDB, 'databases').mockImplementation(databases)
    await page.getByRole('main').getByRole('button', { name: 'ออกจากระบบ' }).click()
    const dialog = page.getByRole('dialog', { name: 'ออกจากระบบ' })
    await expect.element(dialog).toMatchTextContent(/ตรวจสอบไม่ได้ว่ายังมีข้อความที่ยังไม่ได้ส่งหรือไม่/)
    expect(localStorage.getItem('jwt')).not.toBeNull()
    // The dialog updates its text when the browser's database responds.
    silent.mockRestore()
    await expect.element(dialog).toMatchTextContent(/ข้อความของคุณส่งครบแล้ว/)
    await dialog.getByRole('button', { name: 'ออกจากระบบ' }).click()
    await address('/login')
  },
)

test('changes the theme in the user menu and stores it', async () => {
  server = await renderApp('/profile', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ใช้ธีมมืด' }).click()
  await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ใช้ธีมสว่าง' }).click()
  await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light')
})
