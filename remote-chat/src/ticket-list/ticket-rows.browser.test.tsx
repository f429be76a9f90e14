import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, openQueue, UNASSIGNED_NAME, waitingTickets } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

describe('rows of the ticket list', () => {
  test('rows show the author of the newest message, its failure, and the user’s draft', async () => {
    const { screen, row } = await openQueue()
    const id = idOf(OWN_NAME)
    await expect.element(row(OWN_NAME)).toBeVisible()
    const sent = desk.write(id, 'กำลังตรวจสอบให้ค่ะ', {
      direction: 'OUT',
      sender: staffMemberOf(desk.me),
      delivery: 'sent',
    })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/คุณ: กำลังตรวจสอบให้ค่ะ/)
    desk.changeMessage(sent.id, { delivery: 'failed', delivery_error: 'invalid_request' })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/! ส่งไม่สำเร็จ คุณ: กำลังตรวจสอบให้ค่ะ/)
    desk.changeMessage(sent.id, { delivery_error: 'reply_unknown' })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/! ไม่แน่ใจว่าถึงลูกค้า คุณ: กำลังตรวจสอบให้ค่ะ/)
    desk.changeMessage(sent.id, { delivery_error: 'withdrawn' })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/ยกเลิกแล้ว · คุณ: กำลังตรวจสอบให้ค่ะ/)
    await expect.element(row(OWN_NAME)).not.toMatchTextContent(/!/)
    await row(/ปวีณา/).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('รอสักครู่นะคะ')
    await expect.element(row(/ปวีณา/)).toMatchTextContent(/ฉบับร่าง/)
  })

  test('rows show that the assignee is offline while the customer needs a reply', async () => {
    const { row } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    const text = desk.tickets.get(idOf(OWN_NAME))?.last_message?.text ?? 'none'
    const lastMessage = () => row(OWN_NAME).getByText(text).element().getBoundingClientRect().left
    const before = lastMessage()
    desk.change(idOf(OWN_NAME), { assignee_absent: true })
    const mark = row(OWN_NAME).getByRole('img', { name: /^ผู้รับผิดชอบไม่ได้ออนไลน์: / })
    await expect.element(mark).toMatchTextContent(/^ไม่ออนไลน์$/)
    await expect.element(mark).toHaveAttribute('title', expect.stringContaining('ผู้รับผิดชอบไม่ได้ออนไลน์: '))
    // The offline mark is in the assignee's cell, is not truncated, and does not move the newest message.
    const cell = mark.element().closest('td') as HTMLElement
    expect(cell.dataset.column).toBe('assignee')
    expect(mark.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      cell.getBoundingClientRect().right,
    )
    expect(lastMessage()).toBe(before)
    desk.change(idOf(OWN_NAME), { assignee_absent: false })
    await expect.element(mark).not.toBeInTheDocument()
  })

  test('rows show that a reply waits for LINE, and since when, until it is sent', async () => {
    const { row } = await openQueue()
    const since = '2026-11-20T07:20:00.000Z'
    await expect.element(row(OWN_NAME)).toBeVisible()
    desk.change(idOf(OWN_NAME), { reply_wait: { reason: 'line_unavailable', since } })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/รอ LINE ตั้งแต่ .*14:20/)
    desk.change(idOf(OWN_NAME), { reply_wait: null })
    await expect.element(row(OWN_NAME)).not.toMatchTextContent(/รอ LINE/)
  })

  test.each([
    ['a table', 1440, 'row'],
    ['cards', 390, 'listitem'],
  ] as const)('rows of %s have buttons described by the customer’s name', async (_, width, role) => {
    await page.viewport(width, 844)
    replaceMockDesk({
      tickets: waitingTickets(2).map((each, at) => ({
        ...each,
        assigned_to: at ? staffMemberOf(desk.me) : null,
      })),
    })
    const { screen } = await openQueue()
    for (const [who, action] of [
      ['ลูกค้าคนที่ 1.', 'รับเคส'],
      ['ลูกค้าคนที่ 2.', 'ปิดเคส'],
      ...(role === 'row' ? [['ลูกค้าคนที่ 2.', 'เปิดแชท'] as const] : []),
    ] as const)
      await expect
        .element(
          screen.getByRole(role).filter({ hasText: who }).getByRole('button', { name: action, exact: true }),
        )
        .toHaveAccessibleDescription(who)
  })

  test('rows are one Tab stop each, with buttons reachable by arrow keys', async () => {
    const { row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await expect.element(row(OWN_NAME)).toBeVisible()
    for (const each of row(OWN_NAME).getByRole('button').elements())
      expect((each as HTMLElement).tabIndex).toBe(-1)
    ;(row(OWN_NAME).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(row(OWN_NAME).getByRole('button').first()).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(row(OWN_NAME)).toHaveFocus()
  })

  test('rows are the next Tab stop after the toolbar, without a stop at their container', async () => {
    const { row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const first = document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
    first?.focus()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    const before = document.activeElement
    expect(before?.matches('button, select, input')).toBe(true)
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(first)
  })

  test.each([
    ['/chat-queue', ChatQueuePage],
    ['/my-tickets', MyTicketsPage],
  ])(
    'rows of %s leave enough room for the customer’s name at 1280 px next to a conversation',
    async (address, Page) => {
      await page.viewport(1280, 800)
      const { screen } = await renderPage(Page, `${address}?ticket=${idOf(OWN_NAME)}`)
      await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
      await expect.element(screen.getByRole('row', { name: OWN_NAME })).toBeVisible()
      const contact = () =>
        screen.getByRole('row', { name: OWN_NAME }).element().querySelector('[data-column="contact"]')
      await expect.poll(() => contact()?.clientWidth).toBeGreaterThanOrEqual(140)
      const name = () =>
        [...(contact()?.querySelectorAll('span') ?? [])].find(
          ({ children, textContent }) => children.length === 0 && OWN_NAME.test(textContent ?? ''),
        )
      await expect
        .poll(() => (name()?.scrollWidth ?? Number.NaN) - (name()?.clientWidth ?? 0))
        .toBeLessThanOrEqual(0)
    },
  )

  test.each([
    [1440, 'complementary'],
    [1280, 'complementary'],
    [1100, 'complementary'],
    [900, 'dialog'],
  ] as const)('rows of a table at %i px next to a conversation show all contents', async (width, role) => {
    await page.viewport(width, 800)
    const { screen, row } = await openQueue()
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    await expect.element(screen.getByRole(role, { name: OWN_NAME })).toBeVisible()
    const table = () => document.querySelector('table')
    await expect
      .poll(() => (table()?.scrollWidth ?? 0) - (table()?.parentElement?.clientWidth ?? 0))
      .toBeLessThanOrEqual(0)
    const text = () => table()?.querySelector(`[data-ticket-id="${idOf(OWN_NAME)}"]`)?.textContent ?? ''
    for (const part of [
      'กำลังดูแล',
      'นภัสสร วงศ์ไทย',
      'b81d04fe',
      'ธีรภัทร',
      'OA หลัก',
      'ฝากเงินไม่สำเร็จ',
      'พ.ย.|ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|ธ.ค.',
    ])
      await expect.poll(text).toMatch(new RegExp(part))
  })

  test.each([
    [1440, 'row'],
    [390, 'listitem'],
  ] as const)(
    'rows at %i px mark a customer who has blocked the channel without becoming higher',
    async (width, role) => {
      await page.viewport(width, 844)
      const { screen } = await openQueue()
      const of = (name: RegExp) => screen.getByRole(role).filter({ hasText: name })
      await expect.element(of(OWN_NAME)).toBeVisible()
      const height = (name: RegExp) => of(name).element().getBoundingClientRect().height
      const befriend = (friendship: 'friend' | 'blocked') => {
        const profile = desk.tickets.get(idOf(OWN_NAME))?.profile
        if (profile) desk.change(idOf(OWN_NAME), { profile: { ...profile, friendship } })
      }
      befriend('blocked')
      const mark = of(OWN_NAME).getByText('บล็อกแล้ว')
      await expect.element(mark).toBeVisible()
      await expect.element(of(OWN_NAME).getByTitle(/ลูกค้าบล็อกบัญชีนี้แล้ว/)).toBeVisible()
      await expect.poll(() => height(OWN_NAME) - height(UNASSIGNED_NAME)).toBe(0)
      await expect.element(of(UNASSIGNED_NAME).getByText('บล็อกแล้ว')).not.toBeInTheDocument()
      befriend('friend')
      await expect.element(mark).not.toBeInTheDocument()
    },
  )

  test('cards show status, date, shortened issue type, assignee and a close button', async () => {
    await page.viewport(768, 900)
    const long = 'ลูกค้าแจ้งว่าฝากเงินแล้วยอดไม่เข้าและรอนานมากแล้วค่ะ'
    desk.change(idOf(OWN_NAME), { subject: long })
    const { screen } = await openQueue()
    const card = screen.getByRole('listitem').filter({ hasText: 'ธีรภัทร' })
    for (const text of ['กำลังดูแล', 'เปิดเมื่อ', 'นภัสสร วงศ์ไทย'])
      await expect.element(card).toMatchTextContent(new RegExp(text))
    await expect.element(card).not.toMatchTextContent(new RegExp(long))
    await expect.element(card.getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  })
})

test('the card of a closed ticket shows its closing time', async () => {
  await page.viewport(390, 844)
  desk.change(idOf(OWN_NAME), { status: 'CLOSED', closed_at: '2026-11-23T03:04:00.000Z' })
  await openQueue('/chat-queue?closed=1')
  const card = page.getByRole('listitem').filter({ hasText: 'ธีรภัทร' })
  await expect.element(card).toMatchTextContent(/ปิดเมื่อ 23 พ\.ย\. 10:04/)
  await expect.element(card).not.toMatchTextContent(/เปิดเมื่อ/)
})

test.each([1440, 1280, 1100, 800, 769])('the previous assignee is readable at %d px', async (width) => {
  await page.viewport(width, 900)
  const [waiting] = waitingTickets(1)
  if (waiting === undefined) throw new Error('no ticket')
  const display_name = 'สุดารัตน์ พรมดี'
  replaceMockDesk({
    tickets: [{ ...waiting, previous_agent: { ...staffMemberOf(desk.me), display_name } }],
  })
  await openQueue()
  const name = page.getByRole('row').getByText(display_name, { exact: true })
  await expect.element(name).toBeVisible()
  const cell = name.element().closest('td')
  if (cell === null) throw new Error('the name stands in no cell')
  await document.fonts.ready
  const isWhole = () => {
    const words = new Range()
    words.selectNodeContents(name.element())
    return words.getBoundingClientRect().right <= cell.getBoundingClientRect().right
  }
  await expect.poll(isWhole).toBe(true)
})

test('a card truncates a long customer name, but not the state next to it', async () => {
  await page.viewport(390, 844)
  const [waiting] = waitingTickets(1)
  if (waiting === undefined) throw new Error('no ticket')
  const previous_agent = { ...staffMemberOf(desk.me), display_name: 'ศิริพร วัฒนาพานิชย์กุลวงศ์สวัสดิ์เจริญผล' }
  replaceMockDesk({ tickets: [{ ...waiting, previous_agent }] })
  await openQueue()
  const card = page.getByRole('listitem')
  await expect.element(card).toMatchTextContent(/เจริญผล เปิดเมื่อ/)
  const state = card.getByText('ใหม่', { exact: true })
  await expect.element(state).toBeVisible()
  const before = page.getByText(/^เคยดูแล: ศิริพร/)
  await expect.element(before).toBeVisible()
  // The previous assignee is in one line, like the name next to it.
  expect(before.element().getClientRects()).toHaveLength(1)
  expect(before.element().getBoundingClientRect().height).toBeLessThan(30)
  expect(state.element().scrollWidth).toBeLessThanOrEqual(state.element().clientWidth)
  const accept = page.getByRole('listitem').getByRole('button', { name: 'รับเคส' }).element()
  expect(accept.getBoundingClientRect().right).toBeLessThanOrEqual(390)
})
