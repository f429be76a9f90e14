import type { Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { createHttpAgent } from '../src/http-agent.ts'
import { openTicket } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size, phone] = VIEWPORTS

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'ตัวเลือกของเคส', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test(`on ${phone.name} three agents transfer, take over and unassign a ticket`, async ({
  openPage,
  simulator,
}) => {
  test.setTimeout(180_000)
  const name = `ส่งต่อ ${phone.name}`
  const customer = await simulator.newCustomer(name, { text: 'โอนเงินแล้วยังไม่เข้าค่ะ' })
  const { staff } = await simulator.state()
  const agents = staff.filter(({ note }) => /ADMIN|BUSINESS/.test(note)).slice(0, 3)
  const [one, two, three] = agents
  if (one === undefined || two === undefined || three === undefined) throw new Error('too few staff')
  const address = `/chat-queue?search=${encodeURIComponent(name)}`
  const first = await openPage({ size: phone, staff: one, address })
  await openTicket(first, name)
  const log = (page: Page) => page.getByRole('log')
  // Waits for the messages, because until they are loaded, the last button with this name may be in the ticket list.
  await expect(log(first).getByText('โอนเงินแล้วยังไม่เข้าค่ะ')).toBeVisible()
  await first.getByRole('button', { name: 'รับเคส', exact: true }).last().click()
  await expect(log(first).getByText(`${one.display_name} รับเคสแล้ว`)).toBeVisible()

  // The first agent transfers the ticket to another agent. Both read the reason in the conversation.
  const second = await openPage({ size: phone, staff: two, address })
  await openTicket(second, name)
  await choose(first, 'โอนเคสให้เพื่อนร่วมทีม')
  const dialog = first.getByRole('dialog', { name: 'โอนเคสให้เพื่อนร่วมทีม' })
  await dialog.getByRole('combobox', { name: 'โอนให้' }).click()
  const option = first.getByRole('option', {
    name: new RegExp(`^${two.display_name}.*ออนไลน์.*ถือ \\d+ เคส$`),
  })
  // Agents without an open page are listed below agents who are online.
  await expect(first.getByRole('option').last()).toHaveText(/ไม่อยู่/)
  await expect(option).toBeVisible()
  await expect(dialog.getByRole('heading')).toBeInViewport()
  expect(await isCovered(first)).toBe(false)
  await option.click()
  await dialog.getByRole('textbox', { name: 'เหตุผล' }).fill('ลูกค้าขอคุยกับคนเดิม')
  expect(await seriousProblems(first)).toEqual([])
  await dialog.getByRole('button', { name: 'โอนเคส', exact: true }).click()
  for (const page of [first, second]) {
    await expect(log(page).getByText(`${one.display_name} โอนเคสให้ ${two.display_name}`)).toBeVisible()
    await expect(log(page).getByText('ลูกค้าขอคุยกับคนเดิม')).toBeVisible()
  }
  await expect(first.getByText(`เคสนี้ ${two.display_name} ดูแลอยู่`)).toBeVisible()

  // A third agent takes the ticket over and sets the issue type.
  const third = await openPage({ size: phone, staff: three, address })
  await openTicket(third, name)
  await third.getByRole('button', { name: 'รับช่วงต่อ' }).click()
  for (const page of [first, second, third])
    await expect(log(page).getByText(`${three.display_name} รับช่วงต่อจาก ${two.display_name}`)).toBeVisible()
  await third.getByRole('button', { name: /^ประเภทปัญหา/ }).click()
  await expect(third.getByRole('menuitem').first()).toBeVisible()
  await third.getByRole('menuitem', { name: 'เข้าเว็บไซต์ไม่ได้' }).click()
  for (const page of [first, second, third])
    await expect(log(page).getByText(/แก้ประเภทปัญหาจาก .* เป็น “เข้าเว็บไซต์ไม่ได้”/)).toBeVisible()
  expect(await seriousProblems(third)).toEqual([])

  // The third agent returns the ticket to the queue, where it looks like a new ticket.
  await choose(third, 'คืนเคสเข้าคิว')
  const back = third.getByRole('dialog', { name: 'คืนเคสเข้าคิว' })
  await back.getByRole('textbox', { name: 'เหตุผล' }).fill('รอเอกสารจากลูกค้า')
  await back.getByRole('button', { name: 'คืนเข้าคิว' }).click()
  for (const page of [first, second, third])
    await expect(log(page).getByText(`${three.display_name} คืนเคสเข้าคิว`)).toBeVisible()
  await expect(first.getByRole('button', { name: 'รับเคส', exact: true }).last()).toBeVisible()
  // Nothing was sent to the customer.
  expect(await simulator.inbox('main', customer.user_id)).toEqual([])
})

test(`on ${size.name} an agent unassigns all own tickets at the end of a shift, and closes a ticket with one click when the customer has only said thanks`, async ({
  openPage,
  simulator,
}) => {
  const name = `จบกะ ${size.name}`
  const customer = await simulator.newCustomer(name, { text: 'สอบถามหน่อยค่ะ' })
  // Uses the last agent of the demo, whose tickets no other test uses.
  const { staff } = await simulator.state()
  const staffMember = staff.filter(({ note }) => /ADMIN/.test(note)).at(-1)
  if (staffMember === undefined) throw new Error('too few staff')
  const page = await openPage({
    size,
    staff: staffMember,
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await openTicket(page, name)
  const log = page.getByRole('log')
  await expect(log.getByText('สอบถามหน่อยค่ะ')).toBeVisible()
  await page.getByRole('button', { name: 'รับเคส', exact: true }).last().click()
  await expect(log.getByText(/รับเคสแล้ว/)).toBeVisible()
  await page.goto(new URL('/my-tickets', page.url()).href)
  await page.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' }).click()
  await page.getByRole('menuitem', { name: 'จบกะ: คืนเคสทั้งหมดเข้าคิว' }).click()
  const dialog = page.getByRole('dialog', { name: 'จบกะ: คืนเคสทั้งหมดของฉัน' })
  await dialog.getByRole('textbox', { name: 'ข้อความถึงผู้รับต่อ' }).fill('หมดกะ ฝากต่อด้วยค่ะ')
  await dialog.getByRole('button', { name: 'คืนเข้าคิว' }).click()
  await expect(dialog.getByText(/^คืนเข้าคิวแล้ว \d+ เคส$/)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
  await expect(page.getByRole('button', { name: 'ตัวเลือกของเคสของฉัน' })).toBeFocused()

  await page.goto(new URL(`/chat-queue?search=${encodeURIComponent(name)}`, page.url()).href)
  await openTicket(page, name)
  await expect(log.getByText('หมดกะ ฝากต่อด้วยค่ะ')).toBeVisible()
  await page.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('เรียบร้อยแล้วค่ะ')
  await page.getByRole('button', { name: 'ตอบและรับเคส' }).click()
  await expect
    .poll(async () => (await simulator.inbox('main', customer.user_id)).map(({ text }) => text))
    .toEqual(['เรียบร้อยแล้วค่ะ'])
  await simulator.write('main', customer.user_id, 'ขอบคุณมากค่ะ 🙏')
  const close = page.getByRole('button', { name: 'ปิดเคสเลย' })
  await expect(close).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await close.click()
  await expect(page.getByText(`ปิดเคสของ ${name} แล้ว`)).toBeVisible()
})

test(`on ${size.name} the new and the former assignee see who transferred a ticket and why, on any page`, async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  test.setTimeout(180_000)
  const name = `แจ้งส่งต่อ ${size.name}`
  const customer = await simulator.addCustomer(name)
  await simulator.write('main', customer.user_id, 'สอบถามหน่อยค่ะ')
  const { staff } = await simulator.state()
  const [one, two] = staff.filter(({ note }) => /ADMIN|BUSINESS/.test(note))
  if (one === undefined || two === undefined) throw new Error('too few staff')
  await (await createHttpAgent(deskUrl, two)).accept(name)
  const otherAgent = await createHttpAgent(deskUrl, one)
  await otherAgent.unassign(name, 'พักก่อน')
  await otherAgent.accept(name)
  const first = await openPage({
    size,
    staff: one,
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  const second = await openPage({ size, staff: two, address: '/profile' })
  await expect(second.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
  // After loading, the page also shows notifications of earlier transfers. Waits for them before the next transfer.
  const notices = second.getByRole('region', { name: 'การแจ้งเตือน' })
  await expect(notices.getByText(name)).toBeVisible()
  await second.reload()
  await expect(second.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
  await openTicket(first, name)
  await choose(first, 'โอนเคสให้เพื่อนร่วมทีม')
  const dialog = first.getByRole('dialog', { name: 'โอนเคสให้เพื่อนร่วมทีม' })
  await dialog.getByRole('combobox', { name: 'โอนให้' }).click()
  await first.getByRole('option', { name: new RegExp(`^${two.display_name}`) }).click()
  await dialog.getByRole('textbox', { name: 'เหตุผล' }).fill('ลูกค้าขอคุยกับคนเดิม')
  await dialog.getByRole('button', { name: 'โอนเคส', exact: true }).click()
  await expect(second.getByText(`${name} · ${one.display_name} โอนเคสให้คุณ: ลูกค้าขอคุยกับคนเดิม`)).toBeVisible()
  expect(await seriousProblems(second)).toEqual([])
  await second.getByRole('button', { name: 'เปิดแชท', exact: true }).click()
  const log = second.getByRole('log')
  await expect(log.getByText(`${one.display_name} โอนเคสให้ ${two.display_name}`)).toBeVisible()

  // Another agent takes the ticket over while its assignee is on another page.
  await second.goto(new URL('/profile', second.url()).href)
  await expect(second.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
  await first.getByRole('button', { name: 'รับช่วงต่อ' }).click()
  await expect(second.getByText(`${name} · ${one.display_name} รับช่วงต่อเคสของคุณ`)).toBeVisible()
  await second.getByRole('button', { name: 'เปิดแชท', exact: true }).click()
  await expect(log.getByText(`${one.display_name} รับช่วงต่อจาก ${two.display_name}`)).toBeVisible()
})

/** Returns whether the open list covers the title of the dialog. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const title = document.querySelector('[role="dialog"] h2')?.getBoundingClientRect()
    const list = document.querySelector('[role="listbox"]')?.getBoundingClientRect()
    if (title === undefined || list === undefined) throw new Error('there is no window or list')
    return list.top < title.bottom && list.bottom > title.top
  })
}
