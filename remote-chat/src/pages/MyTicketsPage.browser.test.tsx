import { MockManager } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { waitingTickets } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import MyTicketsPage from './MyTicketsPage.page.tsx'

installMockDesk()

const MINE = /ธีรภัทร จันทร์แก้ว/

test('a ticket in My Tickets shows the customer’s rank and no assignee', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: MINE })
  for (const text of ['กำลังดูแล', 'ทั่วไป', 'b81d04fe', 'OA หลัก'])
    await expect.element(row).toMatchTextContent(new RegExp(text))
  await expect.element(screen.getByRole('columnheader', { name: 'สถานะ' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'ผู้รับผิดชอบ' })).not.toBeInTheDocument()
})

test('My Tickets searches on Enter and shows all tickets again when the field is emptied', async () => {
  const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: MINE })
  await expect.element(row).toBeVisible()
  await screen.getByRole('searchbox').fill('ไม่มีใครชื่อนี้')
  await expect.element(row).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ไม่พบเคสที่ตรงกับ “ไม่มีใครชื่อนี้”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toBeVisible()
  expect(router.state.location.search).toBe('')
})

test('on a phone, the filter dialog of My Tickets contains only channel and order', async () => {
  await page.viewport(390, 844)
  const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('combobox', { name: 'ผู้รับผิดชอบ' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('checkbox').first()).not.toBeInTheDocument()
  await dialog.getByRole('combobox', { name: 'เรียงตาม' }).selectOptions('ใหม่สุดก่อน')
  await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
  await expect.poll(() => router.state.location.search).toBe('?order=newest')
})

test('on a phone, the tabs of My Tickets share a row with the menu, and the search placeholder fits', async () => {
  await page.viewport(360, 780)
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  const widthOf = (name: string) =>
    screen.getByRole('tablist', { name }).element().getBoundingClientRect().width
  // The expected width is 360 px minus the list's padding and the 44 px menu.
  await expect.poll(() => widthOf('สถานะเคส')).toBeGreaterThan(270)

  const field = screen.getByRole('searchbox').element()
  if (!(field instanceof HTMLInputElement)) throw new Error('the search is no input')
  const { fontFamily, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) throw new Error('no canvas')
  // 16 px is the font size of fields on touch screens.
  pen.font = `16px ${fontFamily}`
  const space =
    field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
  expect(pen.measureText(field.placeholder).width).toBeLessThanOrEqual(space)
})

test.each([
  [1440, 900],
  [390, 844],
])('at %i px centers the text of an empty list vertically', async (width, height) => {
  await page.viewport(width, height)
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets?search=ไม่มีใครชื่อนี้')
  const words = screen.getByText('ไม่พบเคสที่ตรงกับ “ไม่มีใครชื่อนี้”')
  await expect.element(words).toBeVisible()
  const offMiddle = () => {
    const top = screen.getByRole('searchbox').element().getBoundingClientRect().bottom
    const middle = (top + height) / 2
    return Math.abs(words.element().getBoundingClientRect().top - middle) / (height - top)
  }
  await expect.poll(offMiddle).toBeLessThan(1 / 6)
})

test('sorts closed tickets by closing or opening time, not by waiting time', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets?tab=closed')
  const order = screen.getByLabelText('เรียงตาม').first()
  await expect.element(order).toHaveDisplayValue('ปิดล่าสุดก่อน')
  await order.selectOptions('เปิดล่าสุดก่อน')
  await expect
    .poll(() => desk.count(/status=CLOSED.*order=-opened_at|order=-opened_at.*status=CLOSED/))
    .toBeGreaterThan(0)
})

test('shows a ticket that was just closed in the closed tab before the open list is refetched', async () => {
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: MINE })
  await expect.element(row).toBeVisible()
  const open = desk.hold(/^GET \/api\/staff\/tickets\?.*status=OPEN/)
  await row.getByRole('button', { name: 'ปิดเคส' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await screen.getByRole('tab', { name: /^เสร็จแล้ว/ }).click()
  await expect.element(row).toBeVisible()
  open()
})

test('shows an empty list immediately after its only ticket was closed, before the refetch', async () => {
  const own = { assigned_to: staffMemberOf(MockManager) }
  replaceMockDesk({ tickets: waitingTickets(1).map((ticket) => ({ ...ticket, ...own })) })
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = screen.getByRole('row', { name: /ลูกค้าคนที่ 1/ })
  await expect.element(row).toBeVisible()
  const release = desk.hold(/^GET \/api\/staff\/tickets\?/)
  await row.getByRole('button', { name: 'ปิดเคส' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await expect.element(screen.getByText('ไม่มีเคสในแท็บนี้')).toBeVisible()
  release()
})
