import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import {
  idOf,
  OWN_NAME,
  openQueue,
  ownTickets,
  UNASSIGNED_NAME,
  waitingTickets,
} from '../testing/open-queue.tsx'

installMockDesk()

describe('accepting and closing tickets', () => {
  test('closing a ticket keeps another conversation open that was opened in the meantime', async () => {
    const { screen, row } = await openQueue()
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('complementary', { name: OWN_NAME }).getByRole('button', { name: 'ปิดเคส' }).click()
    const go = desk.hold(/close/)
    await screen.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await row(/ปวีณา/).getByRole('button', { name: 'เปิดแชท' }).click()
    go()
    await expect.element(row(OWN_NAME)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('complementary', { name: /ปวีณา/ })).toBeVisible()
  })

  test('a ticket counts as closed when only the response to the close request was lost', async () => {
    const { screen, row } = await openQueue()
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('complementary', { name: OWN_NAME }).getByRole('button', { name: 'ปิดเคส' }).click()
    const ticket = desk.tickets.get(idOf(OWN_NAME))
    if (ticket === undefined) throw new Error('there is no such case')
    // The ticket is closed on the server without a socket event.
    desk.tickets.set(ticket.id, { ...ticket, status: 'CLOSED', closed_by: staffMemberOf(desk.me) })
    desk.fail(/close/, { status: 409, body: { code: 'already_closed' } })
    await screen.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(screen.getByText('ปิดเคสของ ธีรภัทร จันทร์แก้ว แล้ว')).toBeVisible()
    await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument()
    expect(screen.getByText('เคสนี้ปิดไปแล้ว').elements()).toEqual([])
  })

  test('closing a conversation twice goes back only once', async () => {
    const { screen, row, router } = await openQueue('/my-tickets', ['/chat-queue'])
    await router.navigate('/chat-queue')
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    const leave = screen.getByRole('button', { name: 'ออกจากแชท' })
    await expect.element(leave).toBeVisible()
    const button = leave.element() as HTMLElement
    button.click()
    button.click()
    await expect.element(leave).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
  })

  test('accepting a ticket opens its conversation and focuses the reply field', async () => {
    const { screen, row } = await openQueue()
    await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('complementary', { name: UNASSIGNED_NAME })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
  })

  test('accepting opens a ticket that the user has already accepted in another tab', async () => {
    const { screen, row } = await openQueue()
    const body = { code: 'already_accepted', message: 'x', assigned_to: staffMemberOf(desk.me) }
    desk.fail(/accept/, { status: 409, body })
    await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('complementary', { name: UNASSIGNED_NAME })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
  })

  test('on a phone, accepting a ticket focuses the reply field, but opening one does not', async () => {
    await page.viewport(390, 844)
    const { screen } = await openQueue()
    const field = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    const card = screen.getByRole('listitem').filter({ hasText: 'กานต์ชนก' })
    await card.getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('dialog', { name: UNASSIGNED_NAME })).toBeVisible()
    await expect.element(field).toHaveFocus()
    await screen.getByRole('button', { name: 'ออกจากแชท' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await card.getByRole('button', { name: /^เปิดแชท/ }).click()
    await expect.element(field).toBeVisible()
    await expect
      .poll(() => document.activeElement?.closest('[role="dialog"]')?.contains(field.element()))
      .toBe(true)
    await expect.element(field).not.toHaveFocus()
  })

  test('keeps the focus in the reply field when the window becomes narrow and wide again', async () => {
    const { screen, row } = await openQueue()
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    const field = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await field.fill('กำลังตรวจ')
    for (const [width, role] of [
      [1000, 'dialog'],
      [1440, 'complementary'],
    ] as const) {
      await page.viewport(width, 900)
      await expect.element(screen.getByRole(role, { name: OWN_NAME })).toBeVisible()
      await expect.element(field).toHaveFocus()
      await expect.element(field).toHaveValue('กำลังตรวจ')
    }
  })

  test('accepting a ticket does not replace a conversation that was opened in the meantime', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const go = desk.hold(/accept/)
    await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).click()
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    go()
    await expect.element(row(UNASSIGNED_NAME)).toMatchTextContent(/กำลังดูแล/)
    await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
  })
})

describe('page of the list', () => {
  test('returns to the first page when a filter of the dialog is applied', async () => {
    replaceMockDesk({ tickets: waitingTickets(45) })
    const { screen, router } = await openQueue('/chat-queue?page=2')
    await expect.element(screen.getByText('แสดง 21–40 จาก 45 เคส')).toBeVisible()
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ตัวกรอง' })
    await dialog.getByRole('combobox', { name: 'OA' }).selectOptions('OA หลัก')
    await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
  })

  test('the back button closes the filter dialog on a phone and keeps the page number', async () => {
    await page.viewport(390, 844)
    const { screen, router } = await openQueue('/my-tickets', ['/chat-queue'])
    await router.navigate('/chat-queue')
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ตัวกรอง' })
    await expect.element(dialog).toBeVisible()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
    // Applying several filters at once adds one history entry.
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    await dialog.getByRole('combobox', { name: 'OA' }).selectOptions('OA หลัก')
    await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
    await router.navigate(-1)
    await expect.poll(() => router.state.location.search).toBe('')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
  })

  test('shows the last page for a page number beyond it', async () => {
    replaceMockDesk({ tickets: waitingTickets(45) })
    const { screen, router } = await openQueue('/chat-queue?page=99')
    await expect.element(screen.getByText('แสดง 41–45 จาก 45 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('?page=3')
  })

  test('shows the previous page when the last row of the last page is closed', async () => {
    replaceMockDesk({ tickets: ownTickets(21) })
    const { screen, row, router } = await openQueue('/chat-queue?page=2')
    await row(/คนที่ 21\./)
      .getByRole('button', { name: 'ปิดเคส' })
      .click()
    await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(screen.getByText('แสดง 1–20 จาก 20 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})

test('on a phone, closing a conversation returns the focus to its card', async () => {
  await page.viewport(390, 844)
  const { screen } = await openQueue()
  const open = screen
    .getByRole('listitem')
    .filter({ hasText: 'ธีรภัทร' })
    .getByRole('button', { name: /^เปิดแชท/ })
  await open.click()
  const leave = screen.getByRole('button', { name: 'ออกจากแชท' })
  await leave.click()
  await expect.element(leave).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
})

test('stores the open ticket and the filters of the list in the browser, without the search text', async () => {
  const { screen, row } = await openQueue('/chat-queue?order=newest&search=ธีรภัทร')
  await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
  await expect.poll(() => localStorage.getItem('activeTicketId')).toBe(idOf(OWN_NAME))
  await expect
    .poll(() => JSON.parse(localStorage.getItem('lastViewState') ?? '{}'))
    .toEqual({ view: 'queue', order: 'newest' })
  await screen.getByRole('button', { name: 'ออกจากแชท' }).click()
  await expect.poll(() => localStorage.getItem('activeTicketId')).toBe(null)
})

test('sends a selected channel with every API call, and no channel when all are selected', async () => {
  const { screen } = await openQueue()
  const channel = screen.getByRole('combobox', { name: 'OA', exact: true })
  await channel.selectOptions('OA VIP')
  await expect.poll(() => localStorage.getItem('channel_key')).toBe('vip')
  await channel.selectOptions('ทุกบัญชี')
  await expect.poll(() => localStorage.getItem('channel_key')).toBe(null)
})
