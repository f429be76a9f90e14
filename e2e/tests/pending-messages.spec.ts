import { expect, test } from '../src/desk-test.ts'
import { compareTexts, openTicketOf, seededRandom, sendThroughFaults } from '../src/faulty-sending.ts'
import { openTicket } from '../src/open-ticket.ts'
import { openSignedIn, signInByHttp } from '../src/sign-in.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size] = VIEWPORTS
const { name, width, height } = size

test(`on ${name} no message is lost or duplicated after lost responses and tab crashes, and the order is kept`, async ({
  browser,
  deskUrl,
  simulator,
}) => {
  test.setTimeout(180_000)
  const customer = await simulator.newCustomer(`ไม่หาย ${name}`, { text: 'มีใครอยู่ไหมคะ' })
  const context = await browser.newContext({ viewport: { width, height } })
  const token = await openSignedIn(context, deskUrl, (await simulator.staffWith('ADMIN')).user_id)
  const texts = Array.from({ length: 24 }, (_, index) => `ข้อความที่ ${index + 1}`)
  const counts = await sendThroughFaults({
    context,
    address: await openTicketOf(deskUrl, token, customer.display_name),
    texts,
    lost: 0.3,
    kills: 3,
    random: seededRandom(7),
  })
  expect(counts.killed).toBe(3)
  expect(counts.lost).toBeGreaterThan(0)
  const arrived = async () => (await simulator.inbox('main', customer.user_id)).map(({ text }) => text)
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(24)
  expect(compareTexts(texts, await arrived())).toEqual({ missing: [], doubled: [], isInOrder: true })
})

test(`on ${name} messages written offline are sent after the browser is reopened on another page`, async ({
  browser,
  deskUrl,
  simulator,
}) => {
  const customer = await simulator.newCustomer(`ออฟไลน์ ${name}`)
  const context = await browser.newContext({ viewport: { width, height } })
  const token = await openSignedIn(context, deskUrl, (await simulator.staffWith('ADMIN')).user_id)
  const page = await context.newPage()
  await page.goto(await openTicketOf(deskUrl, token, customer.display_name))
  const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect(composer).toBeVisible()
  await context.route('**/send', (route) => route.abort('internetdisconnected'))
  for (const text of ['หนึ่ง', 'สอง']) {
    await composer.fill(text)
    await composer.press('Control+Enter')
    await expect(composer).toHaveValue('')
  }
  await expect(page.getByText('รอส่งเมื่อเชื่อมต่อได้', { exact: true })).toBeVisible()
  await composer.fill('ร่างที่ยังเขียนไม่จบ')
  await page.close()
  await context.unroute('**/send')
  // Reopens a page that has no open conversation.
  const again = await context.newPage()
  await again.goto(`${deskUrl}/chat-queue`)
  await expect
    .poll(async () => (await simulator.inbox('main', customer.user_id)).map(({ text }) => text))
    .toEqual(['หนึ่ง', 'สอง'])
  await again.goto(await openTicketOf(deskUrl, token, customer.display_name))
  await expect(again.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveValue('ร่างที่ยังเขียนไม่จบ')
})

test(`on ${name} messages written offline are sent when the connection returns, on any page`, async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  const customer = await simulator.addCustomer(`ต่อเน็ตใหม่ ${name}`)
  await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
  const staff = await simulator.staffWith('ADMIN')
  const token = await signInByHttp(deskUrl, staff.user_id)
  await openTicketOf(deskUrl, token, customer.display_name)
  const address = `/chat-queue?search=${encodeURIComponent(customer.display_name)}`
  const page = await openPage({ size, staff, address })
  const goToProfile = async () => {
    await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
    await page.getByRole('menuitem', { name: 'โปรไฟล์' }).click()
    await expect(page.getByRole('heading', { name: 'โปรไฟล์' })).toBeVisible()
  }
  // Waits until the page has loaded its code and the profile, because neither can be loaded offline.
  const received = page.waitForResponse((response) => response.url().endsWith('/auth/me'))
  await goToProfile()
  await (await received).finished()
  await expect(page.getByRole('button', { name: 'กลับไปคิวแชท' })).toBeVisible()
  await page.goBack()
  await openTicket(page, customer.display_name)
  await expect(page.getByRole('log').getByText('สวัสดีค่ะ')).toBeVisible()
  const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await page.context().setOffline(true)
  await composer.fill('เขียนตอนไม่มีเน็ต')
  await composer.press('Control+Enter')
  await expect(page.getByText('รอส่งเมื่อเชื่อมต่อได้', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'ออกจากแชท' }).click()
  await goToProfile()
  await expect(page.getByRole('log')).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'ออกจากระบบ' }).first().click()
  const confirmation = page.getByRole('dialog', { name: 'ออกจากระบบ' })
  await expect(confirmation).toContainText('ข้อความที่ยังไม่ได้ส่ง 1 ข้อความ')
  await confirmation.getByRole('button', { name: 'ยกเลิก' }).click()
  await expect(confirmation).toHaveCount(0)
  await page.context().setOffline(false)
  const arrived = async () => (await simulator.inbox('main', customer.user_id)).map(({ text }) => text)
  await expect.poll(arrived).toEqual(['เขียนตอนไม่มีเน็ต'])
  // Sends a second message: when only this one arrives, the first was not sent again.
  await page.goBack()
  await openTicket(page, customer.display_name)
  await composer.fill('เขียนตอนมีเน็ต')
  await composer.press('Control+Enter')
  await expect.poll(async () => (await arrived()).at(-1)).toBe('เขียนตอนมีเน็ต')
  expect(await arrived()).toEqual(['เขียนตอนไม่มีเน็ต', 'เขียนตอนมีเน็ต'])
})

test(`on ${name} unsent messages of an expired session are kept for their author, hidden from other users`, async ({
  deskUrl,
  page,
  signIn,
  simulator,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width, height })
  const customer = await simulator.newCustomer(`หมดเวลา ${name}`)
  const [staff, otherAgent] = [await simulator.staffWith('ADMIN'), await simulator.staffWith('ADMIN', 1)]
  const token = await signInByHttp(deskUrl, staff.user_id)
  const address = await openTicketOf(deskUrl, token, customer.display_name)
  await signIn(page, staff)
  await page.goto(address)
  const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  const arrived = async () => (await simulator.inbox('main', customer.user_id)).map(({ text }) => text)
  const send = async (text: string) => {
    await composer.fill(text)
    await composer.press('Control+Enter')
  }
  // Sends a first message, which loads the code for sending.
  await send('รับเรื่องแล้วค่ะ')
  await expect.poll(arrived).toEqual(['รับเรื่องแล้วค่ะ'])
  await page.context().setOffline(true)
  await send('เขียนก่อนหมดเวลา')
  await expect(page.getByText('รอส่งเมื่อเชื่อมต่อได้', { exact: true })).toBeVisible()
  await composer.fill('ร่างก่อนหมดเวลา')
  const jwt = await page.evaluate(() => localStorage.getItem('jwt'))
  await fetch(`${deskUrl}/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${jwt}` } })
  await page.context().setOffline(false)
  await expect(page.getByText('เซสชันหมดอายุ กรุณาเข้าสู่ระบบใหม่')).toBeVisible()

  const comesIn = async (staffMember: { display_name: string }) => {
    await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
    await page.getByRole('link', { name: staffMember.display_name }).click()
    await expect(page.getByRole('button', { name: /^เมนูผู้ใช้/ })).toBeVisible()
  }
  await comesIn(otherAgent)
  await page.goto(address)
  await expect(composer).toHaveValue('')
  await expect(page.getByText('เขียนก่อนหมดเวลา')).toHaveCount(0)
  expect(await arrived()).toEqual(['รับเรื่องแล้วค่ะ'])
  await page.goto(`${deskUrl}/profile`)
  // This sign-out asks for no confirmation, because the user has no unsent messages.
  await page.getByRole('main').getByRole('button', { name: 'ออกจากระบบ' }).first().click()
  await comesIn(staff)
  await expect.poll(arrived).toEqual(['รับเรื่องแล้วค่ะ', 'เขียนก่อนหมดเวลา'])
  await page.goto(address)
  await expect(composer).toHaveValue('ร่างก่อนหมดเวลา')
})
