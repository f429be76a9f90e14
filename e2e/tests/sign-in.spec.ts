import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../src/desk-test.ts'
import { codeOf } from '../src/sign-in.ts'
import type { Product } from '../src/start-product.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the staff command with the data folder of the running product. */
function staffCommand({ dataDir }: Product, ...args: string[]): string {
  return execFileSync(process.execPath, ['server/src/staff.cli.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
}

test('a new staff member waits for approval, works, and loses access immediately when suspended', async ({
  page,
  deskUrl,
  product,
  simulator,
}) => {
  const staffMember = await simulator.staffWith('PENDING')
  const enter = async () => {
    await page.goto(`${deskUrl}/login`)
    await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
    await page.getByText(staffMember.display_name).click()
  }
  await enter()
  await expect(page.getByText('บัญชีอยู่ระหว่างรออนุมัติ')).toBeVisible()
  await expect(page.getByText('กำลังรอการอนุมัติจากผู้ดูแลระบบ')).toBeVisible()
  await expect(page.getByText('เกิดข้อผิดพลาด')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('lineLoginState'))).toBeNull()

  expect(staffCommand(product, 'list')).toContain(staffMember.user_id)
  // After the approval, the waiting page continues without a reload.
  staffCommand(product, 'approve', staffMember.user_id, '--role', 'ADMIN', '--all-channels')
  await expect(page).toHaveURL(`${deskUrl}/chat-queue`)
  await expect(page.getByRole('heading', { name: 'คิวแชท' })).toBeVisible()

  staffCommand(product, 'suspend', staffMember.user_id)
  await expect(page).toHaveURL(`${deskUrl}/login`)
  await enter()
  await expect(page.getByText('บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ')).toBeVisible()
  await page.getByRole('button', { name: 'กลับไปหน้าล็อกอิน' }).click()
  await expect(page).toHaveURL(`${deskUrl}/login`)
})

test('a new LINE user waits for approval and continues without a reload', async ({
  page,
  deskUrl,
  product,
}) => {
  await page.goto(`${deskUrl}/login`)
  await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
  await page.getByText('เพิ่มบัญชีใหม่').click()
  await page.getByLabel('ชื่อที่แสดงใน LINE').fill('ธนพร มาใหม่')
  await page.getByRole('button', { name: 'สร้างและล็อกอิน' }).click()
  await expect(page.getByText('บัญชีอยู่ระหว่างรออนุมัติ')).toBeVisible()
  await page.reload()
  await expect(page.getByText('บัญชีอยู่ระหว่างรออนุมัติ')).toBeVisible()
  await expect(page.getByText('เกิดข้อผิดพลาด')).toHaveCount(0)

  const [line = ''] = staffCommand(product, 'list').match(/.*ธนพร มาใหม่/) ?? []
  const [userId = ''] = line.match(/U[0-9a-f]{32}/) ?? []
  staffCommand(product, 'approve', userId, '--role', 'ADMIN', '--all-channels')
  await expect(page).toHaveURL(`${deskUrl}/chat-queue`)
  await expect(page.getByRole('table')).toBeVisible()
})

test('sign-in leads to the ticket whose link the user opened', async ({ page, deskUrl, simulator }) => {
  const staffMember = await simulator.staffWith('ADMIN')
  await page.goto(`${deskUrl}/chat-queue?ticket=none`)
  await expect(page).toHaveURL(`${deskUrl}/login`)
  await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
  await page.getByRole('link', { name: staffMember.display_name }).click()
  await expect(page).toHaveURL(`${deskUrl}/chat-queue?ticket=none`)
})

test('the login rejects a callback with the state of another login', async ({ page, deskUrl }) => {
  await page.goto(`${deskUrl}/login`)
  await page.evaluate(() => sessionStorage.setItem('lineLoginState', 'a'.repeat(64)))
  await page.goto(`${deskUrl}/line-oauth-callback?code=abc&state=${'b'.repeat(64)}`)
  await expect(page.getByText('เกิดข้อผิดพลาด')).toBeVisible()
  await expect(page.getByText(/การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง/)).toBeVisible()
})

test('a login callback with the authorization code of another user is ignored', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  const me = await simulator.staffWith('ADMIN', 1)
  await signIn(page, me)
  const token = await page.evaluate(() => localStorage.getItem('jwt'))
  const code = await codeOf(deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
  await page.goto(`${deskUrl}/line-oauth-callback?code=${code}&state=${'b'.repeat(64)}`)
  await expect(page.getByText('การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBe(token)
  await page.goto(`${deskUrl}/profile`)
  await expect(page.getByRole('main').getByText(me.user_id)).toBeVisible()
})

test('sign-out removes the five keys of the user from the browser storage and keeps other keys', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  await signIn(page, await simulator.staffWith('ADMIN', 1))
  const removed = ['jwt', 'channel_key', 'queue_search', 'my_ticket_search', 'ticket_last_seen']
  await page.evaluate((keys) => {
    for (const key of keys) if (!localStorage.getItem(key)) localStorage.setItem(key, '{}')
    localStorage.setItem('promo_upload_items', '[]')
  }, removed)
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await expect(page).toHaveURL(`${deskUrl}/login`)
  const left = await page.evaluate(() => Object.keys(localStorage))
  for (const key of removed) expect(left).not.toContain(key)
  expect(left).toContain('promo_upload_items')
})

test('each role sees its own pages, and a page without a release is reported', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  await signIn(page, await simulator.staffWith('BUSINESS'))
  await expect(page).toHaveURL(`${deskUrl}/dashboard`)
  await expect(page.getByRole('list', { name: 'ตัวเลขหลัก' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect(menu.getByRole('link')).toHaveText(['แดชบอร์ด', 'คิวแชท', 'อัปโหลดรูปภาพ'])
  await menu.getByRole('link', { name: 'คิวแชท' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`${deskUrl}/profile`)
  await expect(page.getByRole('heading', { name: 'โปรไฟล์' })).toBeVisible()
})

test("an agent who opens a manager's page is redirected to the queue", async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  await signIn(page, await simulator.staffWith('ADMIN', 2))
  await expect(page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link')).toHaveText(['คิวแชท'])
  await page.goto(`${deskUrl}/promo-upload`)
  await expect(page).toHaveURL(`${deskUrl}/chat-queue`)
})

test('leaving a page during the session check does not sign the user out', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  await signIn(page, await simulator.staffWith('ADMIN', 3))
  // Makes the server never respond to the session check.
  await page.route('**/auth/me', () => {})
  const request = page.waitForRequest('**/auth/me')
  await page.goto(`${deskUrl}/profile`)
  await request
  await page.unroute('**/auth/me')
  await page.goto(`${deskUrl}/chat-queue`)
  await expect(page.getByRole('table')).toBeVisible()
})

test('without a session every page redirects to the login', async ({ page, deskUrl }) => {
  for (const path of ['/', '/dashboard', '/chat-queue', '/profile', '/promo-upload']) {
    await page.goto(deskUrl + path)
    await expect(page).toHaveURL(`${deskUrl}/login`)
  }
})
