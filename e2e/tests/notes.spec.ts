import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size] = VIEWPORTS

test(`a note written offline on ${size.name} is saved when the connection returns, and never sent as a reply`, async ({
  openPage,
  simulator,
}) => {
  const name = `โน้ตออฟไลน์ ${size.name}`
  const customer = await simulator.newCustomer(name, { text: 'โอนผิดบัญชีค่ะ' })
  const page = await openPage({
    size,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await openTicket(page, name)
  const tab = page.getByRole('tab', { name: 'โน้ตภายใน' })
  await expect(tab).toBeVisible()
  await page.context().setOffline(true)
  await tab.click()
  const field = page.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })
  await expect(field).toBeFocused()
  await page.keyboard.type('ลูกค้าโอนผิดบัญชี')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/โน้ตจะบันทึกเองเมื่อเชื่อมต่อได้/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('article', { name: /^โน้ตภายใน/ })).toContainText('ลูกค้าโอนผิดบัญชี')
  expect(await simulator.inbox('main', customer.user_id)).toEqual([])
})

test(`an internal note on ${size.name} notifies a mentioned agent, who answers with a note, and sends nothing to the customer`, async ({
  openPage,
  simulator,
}) => {
  const name = `ลูกค้าโน้ต ${size.name}`
  const customer = await simulator.newCustomer(name, { text: 'โอนแล้วยังไม่เข้าค่ะ' })
  const author = await simulator.staffWith('ADMIN')
  const mentioned = await simulator.staffWith('BUSINESS')
  const writer = await openPage({
    size,
    staff: author,
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await openTicket(writer, name)
  await writer.getByRole('tab', { name: 'โน้ตภายใน' }).click()
  const field = writer.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })
  await expect(field).toBeFocused()

  // The mentioned agent gets a notification on every page, even on one without a ticket list.
  const named = await openPage({ size, staff: mentioned, address: '/promo-upload' })
  await expect(named.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()

  await field.pressSequentially(`ฝาก@${mentioned.display_name.slice(0, 3)}`)
  await expect(writer.getByRole('option', { name: mentioned.display_name, exact: true })).toBeVisible()
  expect(await seriousProblems(writer)).toEqual([])
  await field.press('Enter')
  await field.pressSequentially('ตรวจสลิปให้หน่อยค่ะ')
  await field.press('Control+Enter')
  const words = `ฝาก@${mentioned.display_name} ตรวจสลิปให้หน่อยค่ะ`
  const note = writer.getByRole('article', { name: /^โน้ตภายใน/ })
  await expect(note).toContainText(words)
  expect(await seriousProblems(writer)).toEqual([])

  const badge = named.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ/ })
  await expect(badge).toBeVisible()
  // The page's title next to the badge is not truncated.
  const title = named.getByRole('heading', { level: 1, name: 'อัปโหลดรูปภาพ' })
  await expect.poll(() => title.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
  const notice = named.getByText(/กล่าวถึงคุณในเคสของ/)
  await expect(notice).toBeVisible()
  expect(await seriousProblems(named)).toEqual([])
  // The notification appears only once: after a reload, only the badge shows the unseen mention.
  await named.reload()
  await expect(badge).toBeVisible()
  await expect(notice).toHaveCount(0)
  await badge.click()
  await named.getByRole('menuitem', { name: new RegExp(name) }).click()
  await expect(named.getByRole('article', { name: /^โน้ตภายใน/ })).toContainText(words)
  await expect(badge).toHaveCount(0)
  await named.getByRole('tab', { name: 'โน้ตภายใน' }).click()
  await named.getByRole('textbox', { name: 'เขียนโน้ตภายใน' }).fill('ตรวจแล้ว ยอดเข้าแล้วค่ะ')
  await named.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect(writer.getByText('ตรวจแล้ว ยอดเข้าแล้วค่ะ')).toBeVisible()
  // Nothing was sent to the customer.
  expect(await simulator.inbox('main', customer.user_id)).toEqual([])
})
