import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { HELD, idOf, many, manyOwn, NEW, openQueue } from '../testing/open-queue.tsx'

installMockDesk()

describe('what is decided after an answer goes by the present', () => {
  test('a case that is closed while another one is opened leaves that one open', async () => {
    const { screen, row } = await openQueue()
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('complementary', { name: HELD }).getByRole('button', { name: 'ปิดเคส' }).click()
    const go = desk.hold(/close/)
    await screen.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await row(/ปวีณา/).getByRole('button', { name: 'เปิดแชท' }).click()
    go()
    await expect.element(row(HELD)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('complementary', { name: /ปวีณา/ })).toBeVisible()
  })

  test('a case that one has closed already, by a call whose answer was lost, is closed', async () => {
    const { screen, row } = await openQueue()
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('complementary', { name: HELD }).getByRole('button', { name: 'ปิดเคส' }).click()
    const ticket = desk.tickets.get(idOf(HELD))
    if (ticket === undefined) throw new Error('there is no such case')
    // No socket has said so.
    desk.tickets.set(ticket.id, { ...ticket, status: 'CLOSED', closed_by: staffMemberOf(desk.me) })
    desk.fail(/close/, { status: 409, body: { code: 'already_closed' } })
    await screen.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(screen.getByText('ปิดเคสของ ธีรภัทร จันทร์แก้ว แล้ว')).toBeVisible()
    await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument()
    expect(screen.getByText('เคสนี้ปิดไปแล้ว').elements()).toEqual([])
  })

  test('closing twice goes back once', async () => {
    const { screen, row, router } = await openQueue('/my-tickets', ['/chat-queue'])
    await router.navigate('/chat-queue')
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    const leave = screen.getByRole('button', { name: 'ออกจากแชท' })
    await expect.element(leave).toBeVisible()
    const button = leave.element() as HTMLElement
    button.click()
    button.click()
    await expect.element(leave).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
  })

  test('accepting opens the conversation with the cursor in its field', async () => {
    const { screen, row } = await openQueue()
    await row(NEW).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('complementary', { name: NEW })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
  })

  test('accepting what is one’s own already, since another tab has accepted it, opens the conversation too', async () => {
    const { screen, row } = await openQueue()
    const body = { code: 'already_accepted', message: 'x', assigned_to: staffMemberOf(desk.me) }
    desk.fail(/accept/, { status: 409, body })
    await row(NEW).getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('complementary', { name: NEW })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
  })

  test('on a phone too, where opening a conversation leaves the field alone', async () => {
    await page.viewport(390, 844)
    const { screen } = await openQueue()
    const field = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    const card = screen.getByRole('listitem').filter({ hasText: 'กานต์ชนก' })
    await card.getByRole('button', { name: 'รับเคส' }).click()
    await expect.element(screen.getByRole('dialog', { name: NEW })).toBeVisible()
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

  test('who writes goes on writing where the window becomes too narrow for both, and wide again', async () => {
    const { screen, row } = await openQueue()
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    const field = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await field.fill('กำลังตรวจ')
    for (const [width, role] of [
      [1000, 'dialog'],
      [1440, 'complementary'],
    ] as const) {
      await page.viewport(width, 900)
      await expect.element(screen.getByRole(role, { name: HELD })).toBeVisible()
      await expect.element(field).toHaveFocus()
      await expect.element(field).toHaveValue('กำลังตรวจ')
    }
  })

  test('accepting opens nothing over what was opened meanwhile', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(NEW)).toBeVisible()
    const go = desk.hold(/accept/)
    await row(NEW).getByRole('button', { name: 'รับเคส' }).click()
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    go()
    await expect.element(row(NEW)).toMatchTextContent(/กำลังดูแล/)
    await expect.element(screen.getByRole('complementary', { name: HELD })).toBeVisible()
  })
})

describe('pages', () => {
  test('a filter of the dialog begins at the first page', async () => {
    replaceMockDesk({ tickets: many(45) })
    const { screen, router } = await openQueue('/chat-queue?page=2')
    await expect.element(screen.getByText('แสดง 21–40 จาก 45 เคส')).toBeVisible()
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ตัวกรอง' })
    await dialog.getByRole('combobox', { name: 'OA' }).selectOptions('OA หลัก')
    await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
  })

  test('back closes the filters on a phone and leaves the page as it was', async () => {
    await page.viewport(390, 844)
    const { screen, router } = await openQueue('/my-tickets', ['/chat-queue'])
    await router.navigate('/chat-queue')
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ตัวกรอง' })
    await expect.element(dialog).toBeVisible()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
    // What is applied is one step from the list.
    await screen.getByRole('button', { name: 'ตัวกรอง' }).click()
    await dialog.getByRole('combobox', { name: 'OA' }).selectOptions('OA หลัก')
    await dialog.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
    await router.navigate(-1)
    await expect.poll(() => router.state.location.search).toBe('')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/chat-queue')
  })

  test('behind the last is the last one', async () => {
    replaceMockDesk({ tickets: many(45) })
    const { screen, router } = await openQueue('/chat-queue?page=99')
    await expect.element(screen.getByText('แสดง 41–45 จาก 45 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('?page=3')
  })

  test('closing the last row of the last one leads to the one before', async () => {
    replaceMockDesk({ tickets: manyOwn(21) })
    const { screen, row, router } = await openQueue('/chat-queue?page=2')
    await row(/คนที่ 21\./)
      .getByRole('button', { name: 'ปิดเคส' })
      .click()
    await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(screen.getByText('แสดง 1–20 จาก 20 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})

test('closing a conversation gives the focus back to its card on a phone', async () => {
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

test('what is on the screen is kept in the browser, without the search', async () => {
  const { screen, row } = await openQueue('/chat-queue?order=newest&search=ธีรภัทร')
  await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
  await expect.poll(() => localStorage.getItem('activeTicketId')).toBe(idOf(HELD))
  await expect
    .poll(() => JSON.parse(localStorage.getItem('lastViewState') ?? '{}'))
    .toEqual({ view: 'queue', order: 'newest' })
  await screen.getByRole('button', { name: 'ออกจากแชท' }).click()
  await expect.poll(() => localStorage.getItem('activeTicketId')).toBe(null)
})

test('one account in the filter goes with every call, all of them take it away', async () => {
  const { screen } = await openQueue()
  const account = screen.getByRole('combobox', { name: 'OA', exact: true })
  await account.selectOptions('OA VIP')
  await expect.poll(() => localStorage.getItem('channel_key')).toBe('vip')
  await account.selectOptions('ทุกบัญชี')
  await expect.poll(() => localStorage.getItem('channel_key')).toBe(null)
})
