import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { pngOf } from '../src/png.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [, size] = VIEWPORTS

test(`on ${size.name} a manager adds a canned reply, an agent finds and sends it, and its use is counted`, async ({
  openPage,
  simulator,
}) => {
  const words = `ตรวจสอบให้แล้วค่ะ คุณ{{ชื่อ}} (${size.name})`
  const name = `ลูกค้า ${size.name}`
  const sent = `ตรวจสอบให้แล้วค่ะ คุณ${name} (${size.name})`
  const customer = await simulator.newCustomer(name, { text: 'ช่วยตรวจสอบให้หน่อยค่ะ' })
  const open = async (role: 'BUSINESS' | 'ADMIN') => {
    const address = `/chat-queue?search=${encodeURIComponent(name)}`
    const page = await openPage({ size, staff: await simulator.staffWith(role), address })
    await openTicket(page, name)
    const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await expect(composer).toBeVisible()
    return { page, composer }
  }

  const agent = await open('ADMIN')
  const chips = agent.page.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true })
  await expect(chips.getByRole('button')).toHaveCount(5)

  // While the agent has the list open, a manager adds a suggestion that becomes the first of the list.
  const manager = await open('BUSINESS')
  await manager.page.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' }).click()
  const dialog = manager.page.getByRole('dialog', { name: 'ข้อความสำเร็จรูป', exact: true })
  await dialog.getByRole('button', { name: 'เพิ่มใหม่' }).click()
  await dialog.getByRole('textbox', { name: 'ข้อความ' }).fill(words)
  await dialog.getByRole('button', { name: 'เพิ่ม', exact: true }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: size.name })
  await expect(row).toContainText('ใช้ 0 ครั้ง')
  const up = row.getByRole('button', { name: /^เลื่อนขึ้น/ })
  while ((await up.getAttribute('aria-disabled')) !== 'true') {
    const before = await dialog.getByRole('listitem').allTextContents()
    await up.press('Enter')
    await expect.poll(() => dialog.getByRole('listitem').allTextContents()).not.toEqual(before)
    await expect(up).toBeFocused()
  }
  await expect(chips.getByRole('button').first()).toHaveAttribute('title', sent)
  expect(await seriousProblems(manager.page)).toEqual([])

  // The manager uploads an image. The agent finds the image by its title and sends it to the customer.
  const called = size.name === 'phone' ? 'ตารางโปรเดือนหน้า' : 'ตารางโปรเดือนนี้'
  await dialog.getByRole('tab', { name: 'เพิ่มรูปภาพ' }).click()
  await dialog
    .getByLabel('เลือกรูปภาพสำหรับข้อความสำเร็จรูป')
    .setInputFiles({ name: 'โปร.png', mimeType: 'image/png', buffer: await pngOf(manager.page, 'green') })
  await expect(dialog.getByRole('textbox', { name: 'ลิงก์รูปภาพ' })).toHaveValue(/\/p\/\S+$/)
  await dialog.getByRole('textbox', { name: 'ชื่อเรียกรูป' }).fill(called)
  await dialog.getByRole('button', { name: 'เพิ่ม', exact: true }).click()
  await expect(dialog.getByRole('button', { name: `แทรก: ${called}` })).toBeVisible()
  await agent.composer.fill(`/${called}`)
  await agent.page.getByRole('option', { name: called }).click()
  const sending = agent.page.getByRole('dialog', { name: 'ส่งรูปภาพ' })
  await sending.getByRole('button', { name: 'ส่งรูปภาพและรับเคส' }).click()
  const inbox = () => simulator.inbox('main', customer.user_id)
  await expect.poll(async () => (await inbox()).map(({ type }) => type)).toEqual(['image'])

  await agent.composer.fill('ค่ะ /ตรวจสอบให้')
  const found = agent.page.getByRole('option', { name: sent })
  await expect(found).toBeVisible()
  expect(await seriousProblems(agent.page)).toEqual([])
  await agent.composer.press('Enter')
  await expect(agent.composer).toHaveValue(`ค่ะ ${sent}`)
  await agent.composer.press('Control+Enter')
  await expect(agent.page.getByRole('log').getByText(`ค่ะ ${sent}`)).toBeVisible()
  await expect.poll(async () => (await inbox()).map(({ text }) => text)).toEqual([null, `ค่ะ ${sent}`])

  // Reopens the dialog, so that the list is loaded from the server again.
  await dialog.getByRole('button', { name: 'ปิด', exact: true }).click()
  await manager.page.reload()
  await manager.page.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' }).click()
  await expect(row).toContainText('ใช้ 1 ครั้ง')
  const confirmation = manager.page.getByRole('dialog', { name: 'ลบข้อความสำเร็จรูป' })
  for (const each of [row, dialog.getByRole('listitem').filter({ hasText: called })]) {
    await each.getByRole('button', { name: /^ลบ/ }).click()
    await confirmation.getByRole('button', { name: 'ลบ', exact: true }).click()
    await expect(each).toHaveCount(0)
  }
  await expect(chips.getByTitle(sent)).toHaveCount(0)
})
