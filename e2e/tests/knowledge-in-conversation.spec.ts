import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [, size] = VIEWPORTS

test(`an agent on ${size.name} inserts and sends a suggested answer, and a manager accepts a proposal`, async ({
  openPage,
  simulator,
}) => {
  const name = `ผู้ถามความรู้ ${size.name}`
  const topic = size.name === 'phone' ? 'เปลี่ยนเบอร์โทรศัพท์' : 'ถอนเงินผ่านวอลเล็ต'
  const manager = await openPage({
    size,
    staff: await simulator.staffWith('BUSINESS'),
    address: '/knowledge-base',
  })
  await manager.getByRole('textbox', { name: 'คำถามตัวอย่าง' }).fill(`${topic}ได้ไหม`)
  await manager.getByRole('textbox', { name: 'คำตอบ' }).fill(`${topic}ได้ที่หน้าบัญชีของฉันค่ะ`)
  await manager.getByRole('button', { name: 'เพิ่มเข้าฐานความรู้' }).click()
  await expect(manager.getByText('เพิ่มข้อมูลเข้าฐานความรู้แล้ว')).toBeVisible()

  const customer = await simulator.newCustomer(name, { text: `สวัสดีค่ะ ${topic}ได้ไหมคะ` })
  const agent = await openPage({
    size,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await openTicket(agent, name)
  const composer = agent.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await composer.fill('สวัสดีค่ะ')
  await agent.getByRole('button', { name: 'แนะนำคำตอบ' }).click()
  const help = agent.getByRole('dialog', { name: 'แนะนำคำตอบ' })
  const answer = help.getByRole('article', { name: `${topic}ได้ไหม` })
  await expect(answer).toBeVisible()
  expect(await seriousProblems(agent)).toEqual([])
  await answer.getByRole('button', { name: 'ใส่ในช่องตอบ' }).click()
  await expect(composer).toHaveValue(`สวัสดีค่ะ\n${topic}ได้ที่หน้าบัญชีของฉันค่ะ`)
  await expect(composer).toBeFocused()
  expect(await simulator.inbox('main', customer.user_id)).toEqual([])
  await agent.getByRole('button', { name: 'ตอบและรับเคส' }).click()
  await expect.poll(async () => (await simulator.inbox('main', customer.user_id)).length).toBe(1)

  await agent.getByRole('button', { name: 'แนะนำคำตอบ' }).click()
  await help.getByRole('button', { name: 'เสนอเป็นความรู้' }).click()
  const proposing = agent.getByRole('dialog', { name: 'เสนอเป็นความรู้' })
  const words = `${topic}ใช้เวลา 3 วันทำการ (${size.name})`
  await proposing.getByRole('textbox', { name: 'คำถามตัวอย่าง' }).fill(`${topic}นานไหม`)
  await proposing.getByRole('textbox', { name: 'คำตอบ' }).fill(words)
  await proposing.getByRole('button', { name: 'ส่งข้อเสนอ' }).click()
  await expect(agent.getByText('ส่งข้อเสนอแล้ว ผู้จัดการจะตรวจก่อนเข้าฐานความรู้')).toBeVisible()

  await manager.reload()
  const side = manager.getByRole('complementary', { name: 'ถัดไปที่ควรเขียน' })
  const proposal = side.getByRole('listitem').filter({ hasText: words })
  await proposal.getByRole('button', { name: 'ตรวจ' }).click()
  await manager
    .getByRole('dialog', { name: 'ตรวจข้อเสนอ' })
    .getByRole('button', { name: 'รับเข้าฐานความรู้' })
    .click()
  await expect(manager.getByText('เพิ่มเข้าฐานความรู้แล้ว')).toBeVisible()
  await expect(proposal).toHaveCount(0)
  await manager.goto(
    new URL(`/knowledge-base?tab=search&q=${encodeURIComponent(`${topic}นานไหม`)}`, manager.url()).href,
  )
  await expect(manager.getByText(words)).toBeVisible()
  expect(await seriousProblems(manager)).toEqual([])
})
