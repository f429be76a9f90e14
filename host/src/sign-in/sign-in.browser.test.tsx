import { endSession, followOtherTabs, signOut } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import type { MockServer } from 'shared/testing/mock-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'

const EXCHANGE = 'POST /auth/line/callback'
let server: MockServer | null = null
let codes = 0

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

const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
const address = (path: string) =>
  expect.poll(() => page.getByTestId('address').element().textContent).toBe(path)

async function comeBack(response: object | Error | 'never', state = 'abc') {
  codes += 1
  sessionStorage.setItem('lineLoginState', 'abc')
  server = await renderApp(`/line-oauth-callback?code=screen-${codes}&state=${state}`, null, {
    [EXCHANGE]: response as never,
    'GET /auth/me': { body: { profile: MockManager } },
  })
}

test('the login screen shows a greeting, one button and twenty bubbles', async () => {
  server = await renderApp('/login', null)
  await expect.element(title('ยินดีต้อนรับ')).toBeVisible()
  await expect.element(page.getByText('กรุณาเข้าสู่ระบบเพื่อใช้งาน')).toBeVisible()
  expect(
    page
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['เข้าสู่ระบบด้วย LINE'])
  expect(document.querySelectorAll('[aria-hidden] > span[style]')).toHaveLength(20)
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('the login screen shows an error when the login settings are unavailable', async () => {
  server = await renderApp('/login', null, { 'GET /auth/line/settings': { status: 503, body: {} } })
  await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้')
  await expect.element(page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' })).toBeEnabled()
})

test('the login screen shows that the session has expired', async () => {
  server = await renderApp('/profile', MockAgent)
  await expect.element(title('โปรไฟล์')).toBeVisible()
  endSession()
  await expect.element(page.getByRole('alert')).toHaveTextContent('เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่')
})

test('the login screen shows only once which work was lost with the session', async () => {
  sessionStorage.setItem('login_notice', 'อีก 2 รูปยังไม่ได้อัปโหลด')
  server = await renderApp('/login', null)
  await expect.element(page.getByRole('alert')).toHaveTextContent('อีก 2 รูปยังไม่ได้อัปโหลด')
  await expect.poll(() => sessionStorage.getItem('login_notice')).toBe(null)
})

test('the callback screen shows a spinner during the exchange', async () => {
  await comeBack('never')
  await expect.element(title('กำลังตรวจสอบข้อมูล')).toBeVisible()
  await expect.element(page.getByText('กรุณารอสักครู่...')).toBeVisible()
})

test('an account that is waiting for approval sees a notice instead of an error', async () => {
  await comeBack({ status: 403, body: { code: 'waiting_approval', message: 'waiting_approval' } })
  await expect.element(title('บัญชีอยู่ระหว่างรออนุมัติ')).toBeVisible()
  await expect.element(page.getByText('กำลังรอการอนุมัติจากผู้ดูแลระบบ')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(page.getByText('เกิดข้อผิดพลาด').elements()).toEqual([])
})

test('the callback screen shows a failed login, with a button to the login screen', async () => {
  await comeBack({ body: { token: 'token-1' } }, 'other')
  await expect.element(title('เกิดข้อผิดพลาด')).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง')
  await page.getByRole('button', { name: 'กลับไปหน้าล็อกอิน' }).click()
  await address('/login')
})

test("a suspended account sees the server's message", async () => {
  await comeBack({ status: 403, body: { code: 'suspended', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ')
})

test('a successful login opens the dashboard', async () => {
  await comeBack({ body: { token: 'token-1' } })
  await address('/dashboard')
  await expect.element(page.getByRole('button', { name: /นภัสสร วงศ์ไทย ผู้จัดการ/ })).toBeVisible()
})

test('signs the user in when the account is approved while the callback screen is open', async () => {
  await comeBack({
    status: 403,
    body: { code: 'waiting_approval', message: 'waiting_approval', waiting_token: 'later-1' },
  })
  await address('/dashboard')
  expect(localStorage.getItem('jwt')).toBe('later-1')
})

test.each(['/my-ticket/7f3a91c2', '/chat-queue?ticket=7f3a91c2', '/my-tickets?open=7f3a91c2'])(
  'opens the requested link to a ticket (%s) after the login',
  async (path) => {
    server = await renderApp(path, null)
    await address('/login')
    const stopFollowing = followOtherTabs()
    server.respond('GET /auth/me', { body: { profile: MockManager } })
    localStorage.setItem('jwt', 'token-1')
    window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: 'token-1' }))
    await address(path.split('?')[0] ?? '')
    stopFollowing()
  },
)

test('does not store the URL of a page without a ticket as the page to open after the login', async () => {
  sessionStorage.setItem('signInReturnPath', '/my-ticket/7f3a91c2')
  server = await renderApp('/knowledge-base', null)
  await address('/login')
  expect(sessionStorage.getItem('signInReturnPath')).toBeNull()
})

test('shows a failed session check as a failure, not as an expired session', async () => {
  server = await renderApp('/profile', MockAgent, { 'GET /auth/me': { status: 500, body: {} } })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('ตรวจสอบการเข้าสู่ระบบไม่สำเร็จ กรุณาเข้าสู่ระบบอีกครั้ง')
})
