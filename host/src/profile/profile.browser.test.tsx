import { signOut } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import type { MockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'

const ME = 'GET /auth/me'
let server: MockServer

beforeEach(async () => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await page.viewport(1440, 900)
})

afterEach(() => {
  signOut()
  server.stop()
  vi.restoreAllMocks()
})

const main = () => page.getByRole('main')

test('the profile shows the current user', async () => {
  server = await renderApp('/profile', MockManager)
  for (const text of [
    MockManager.display_name,
    'พร้อมช่วยเหลือค่ะ',
    MockManager.line_user_id,
    '21 พ.ย. 2569 09:00 น.',
  ]) {
    await expect.element(main().getByText(text)).toBeVisible()
  }
  await main().getByRole('button', { name: 'กลับไปแดชบอร์ด' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/dashboard')
})

test('the profile of an agent has a button that opens the queue', async () => {
  server = await renderApp('/profile', MockAgent)
  await main().getByRole('button', { name: 'กลับไปคิวแชท' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/chat-queue')
})

test('signing out on the profile clears the token and opens the login screen', async () => {
  server = await renderApp('/profile', MockAgent)
  await main().getByRole('button', { name: 'ออกจากระบบ' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
  expect(localStorage.getItem('jwt')).toBeNull()
})

test.each([
  [
    'an error with a message',
    { status: 500, body: { message: 'ระบบเกิดข้อผิดพลาด' } },
    'ดึงข้อมูลโปรไฟล์ไม่สำเร็จ: ระบบเกิดข้อผิดพลาด',
  ],
  ['an error without a message', { status: 503, body: {} }, 'ดึงข้อมูลโปรไฟล์ไม่สำเร็จ: HTTP 503'],
  ['a response without a profile', { body: {} }, 'ไม่พบข้อมูลโปรไฟล์'],
  [
    'a lost connection',
    new TypeError('Failed to fetch'),
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ (อาจเกิดจาก CORS หรือ URL ไม่ถูกต้อง)',
  ],
])('the profile explains %s and offers an action', async (_case, response, text) => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  server.respond(ME, response)
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(main().getByRole('alert').getByText(text)).toBeVisible()
  server.respond(ME, { body: { profile: MockAgent } })
  await main().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(main().getByText(MockAgent.line_user_id)).toBeVisible()
})

test('the profile asks the user to sign in again when no token is stored', async () => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  localStorage.removeItem('jwt')
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(main().getByText('ไม่พบข้อมูลการเข้าสู่ระบบ กรุณาเข้าสู่ระบบใหม่')).toBeVisible()
  await main().getByRole('button', { name: 'เข้าสู่ระบบใหม่' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
})

test('ends the session when the server returns 401', async () => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  server.respond(ME, { status: 401, body: {} })
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
  await expect.element(page.getByText('เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่')).toBeVisible()
})

const SESSIONS = 'GET /auth/sessions'
const session = (id: number, current: boolean, userAgent: string | null) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  begun_at: '2026-11-20T02:00:00Z',
  last_used_at: '2026-11-21T02:00:00Z',
  user_agent: userAgent,
  current,
})
const THIS = session(1, true, 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36')
const PHONE = session(2, false, 'Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1')
const OTHER = session(3, false, null)

async function openProfileWith(items: unknown[]) {
  server = await renderApp('/chat-queue', MockAgent)
  server.respond(SESSIONS, { body: { items } })
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  return main().getByRole('region', { name: 'อุปกรณ์ที่เข้าสู่ระบบ' })
}

test("the profile lists the user's sessions, and a click ends one of them", async () => {
  const region = await openProfileWith([THIS, PHONE, OTHER])
  const rows = region.getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/Chrome บน Windows.*อุปกรณ์นี้.*21 พ\.ย\. 2569/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Safari บน iPhone/)
  await expect.element(rows.nth(2)).toMatchTextContent(/เบราว์เซอร์ที่ไม่รู้จัก/)
  expect(rows.nth(0).getByRole('button').elements()).toEqual([])
  server.respond(`DELETE /auth/sessions/${PHONE.id}`, { body: { ok: true } })
  server.respond(SESSIONS, { body: { items: [THIS, OTHER] } })
  await region.getByRole('button', { name: 'ออกจากระบบ Safari บน iPhone' }).click()
  await expect.element(region.getByText('Safari บน iPhone')).not.toBeInTheDocument()
})

test('the list of sessions does not truncate texts on a phone', async () => {
  await page.viewport(390, 844)
  const region = await openProfileWith([THIS, PHONE])
  const button = region.getByRole('button', { name: 'ออกจากระบบ Safari บน iPhone' })
  await expect.element(button).toBeVisible()
  await document.fonts.ready
  for (const element of [button.element(), ...button.element().querySelectorAll('*'), main().element()])
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
})

test('ends all other sessions of the user after a confirmation', async () => {
  const region = await openProfileWith([THIS, PHONE])
  await expect.element(region.getByText('Safari บน iPhone')).toBeVisible()
  server.respond('DELETE /auth/sessions', { body: { ended: 1 } })
  server.respond(SESSIONS, { body: { items: [THIS] } })
  await region.getByRole('button', { name: 'ออกจากระบบทุกอุปกรณ์อื่น' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ออกจากระบบ' }).click()
  await expect.element(region.getByRole('listitem').nth(1)).not.toBeInTheDocument()
  await expect.element(region.getByRole('button', { name: 'ออกจากระบบทุกอุปกรณ์อื่น' })).not.toBeInTheDocument()
})

test('hides the list of sessions when the server does not provide it', async () => {
  server = await renderApp('/profile', MockAgent)
  await expect.element(main().getByText(MockAgent.line_user_id)).toBeVisible()
  await expect.poll(() => server.requests.some(({ call }) => call === SESSIONS)).toBe(true)
  await expect.element(main().getByRole('region', { name: 'อุปกรณ์ที่เข้าสู่ระบบ' })).not.toBeInTheDocument()
})
