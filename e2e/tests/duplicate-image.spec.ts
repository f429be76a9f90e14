import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { pngOf } from '../src/png.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size] = VIEWPORTS

test(`a duplicate payment slip on ${size.name} links to its first sender, if it is from the same channel`, async ({
  openPage,
  simulator,
}) => {
  const group = `สลิปซ้ำ ${size.name}`
  const [first, second, elsewhere] = [`${group} หนึ่ง`, `${group} สอง`, `${group} สาม`] as const
  const [payer, other, stranger] = [
    await simulator.newCustomer(first, { text: 'โอนแล้วค่ะ ใบแรก' }),
    await simulator.newCustomer(second, { text: 'โอนแล้วครับ' }),
    await simulator.newCustomer(elsewhere, { text: 'โอนแล้วนะ', to: 'vip' }),
  ]
  const page = await openPage({
    size,
    staff: await simulator.staffWith('BUSINESS'),
    address: `/chat-queue?search=${encodeURIComponent(group)}`,
  })
  const slip = await pngOf(page, size.name === 'phone' ? 'teal' : 'purple')
  const conversation = (name: string) =>
    page.getByRole(size.name === 'phone' ? 'dialog' : 'complementary', { name: new RegExp(name) })
  const shown = (name: string) => conversation(name).getByRole('log').getByRole('img', { name: 'รูปภาพ' })

  await simulator.sendImage('main', payer.user_id, slip)
  await openTicket(page, first)
  await expect(shown(first)).toHaveCount(1)
  await expect(page.getByText(/เคยส่งรูปนี้แล้ว/)).toHaveCount(0)

  // The same customer sends the payment slip again while the conversation is open.
  await simulator.sendImage('main', payer.user_id, slip)
  await expect(conversation(first).getByRole('link', { name: /ลูกค้ารายนี้เคยส่งรูปนี้แล้ว/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(conversation(first)).toHaveCount(0)

  // Another customer sends the payment slip: the bubble and the image viewer link to the first customer.
  await simulator.sendImage('main', other.user_id, slip)
  await openTicket(page, second)
  const warning = conversation(second).getByRole('link', { name: /ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ })
  await expect(warning).toBeVisible()
  await expect(warning).toHaveCSS('text-decoration-line', 'underline')
  expect(await seriousProblems(page)).toEqual([])
  await warning.click()
  await expect(conversation(first).getByText('โอนแล้วค่ะ ใบแรก')).toBeVisible()
  await page.goBack()
  await conversation(second).getByRole('log').getByRole('img', { name: 'รูปภาพ' }).click()
  const viewer = page.getByRole('dialog', { name: 'ดูรูปภาพ' })
  await expect(viewer.getByRole('link', { name: /ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await viewer.getByRole('link', { name: /ลูกค้ารายอื่นเคยส่งรูปนี้แล้ว/ }).click()
  await expect(viewer).toHaveCount(0)
  await expect(conversation(first).getByText('โอนแล้วค่ะ ใบแรก')).toBeVisible()

  // The payment slip was not sent in this channel before.
  await page.goto(`${new URL(page.url()).origin}/chat-queue?search=${encodeURIComponent(group)}`)
  await simulator.sendImage('vip', stranger.user_id, slip)
  await openTicket(page, elsewhere)
  await expect(shown(elsewhere)).toHaveCount(1)
  await expect(conversation(elsewhere).getByText(/เคยส่งรูปนี้แล้ว/)).toHaveCount(0)
})
