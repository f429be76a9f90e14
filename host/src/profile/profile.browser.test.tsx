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

test('shows who is signed in', async () => {
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

test('an agent, whose first page is the queue, is led there by name', async () => {
  server = await renderApp('/profile', MockAgent)
  await main().getByRole('button', { name: 'กลับไปคิวแชท' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/chat-queue')
})

test('logging out clears the token and ends on the login screen', async () => {
  server = await renderApp('/profile', MockAgent)
  await main().getByRole('button', { name: 'ออกจากระบบ' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
  expect(localStorage.getItem('jwt')).toBeNull()
})

test.each([
  [
    'an error with words',
    { status: 500, body: { message: 'ระบบเกิดข้อผิดพลาด' } },
    'ดึงข้อมูลโปรไฟล์ไม่สำเร็จ: ระบบเกิดข้อผิดพลาด',
  ],
  ['an error without', { status: 503, body: {} }, 'ดึงข้อมูลโปรไฟล์ไม่สำเร็จ: HTTP 503'],
  ['no profile', { body: {} }, 'ไม่พบข้อมูลโปรไฟล์'],
  ['no answer', new TypeError('Failed to fetch'), 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ (อาจเกิดจาก CORS หรือ URL ไม่ถูกต้อง)'],
])('%s is named, with a way on', async (_case, answer, text) => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  server.answer(ME, answer)
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(main().getByRole('alert').getByText(text)).toBeVisible()
  server.answer(ME, { body: { profile: MockAgent } })
  await main().getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(main().getByText(MockAgent.line_user_id)).toBeVisible()
})

test('without a stored token it asks to sign in again', async () => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  localStorage.removeItem('jwt')
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(main().getByText('ไม่พบข้อมูลการเข้าสู่ระบบ กรุณาเข้าสู่ระบบใหม่')).toBeVisible()
  await main().getByRole('button', { name: 'เข้าสู่ระบบใหม่' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
})

test('a token that the server no longer knows ends the session', async () => {
  server = await renderApp('/chat-queue', MockAgent)
  await page.getByRole('button', { name: /^เมนูผู้ใช้/ }).click()
  server.answer(ME, { status: 401, body: {} })
  await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/login')
  await expect.element(page.getByText('เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่')).toBeVisible()
})
