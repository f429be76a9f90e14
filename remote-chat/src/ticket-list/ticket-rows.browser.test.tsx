import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { HELD, idOf, NEW, openQueue } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

describe('rows', () => {
  test('say whose the last message is, that it has failed, and that an answer is being written', async () => {
    const { screen, row } = await openQueue()
    const id = idOf(HELD)
    await expect.element(row(HELD)).toBeVisible()
    const sent = desk.write(id, 'กำลังตรวจสอบให้ค่ะ', {
      direction: 'OUT',
      sender: staffMemberOf(desk.me),
      delivery: 'sent',
    })
    await expect.element(row(HELD)).toMatchTextContent(/คุณ: กำลังตรวจสอบให้ค่ะ/)
    desk.changeMessage(sent.id, { delivery: 'failed', delivery_error: 'invalid_request' })
    await expect.element(row(HELD)).toMatchTextContent(/! ส่งไม่สำเร็จ คุณ: กำลังตรวจสอบให้ค่ะ/)
    await row(/ปวีณา/).getByRole('button', { name: 'เปิดแชท' }).click()
    await screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).fill('รอสักครู่นะคะ')
    await expect.element(row(/ปวีณา/)).toMatchTextContent(/ฉบับร่าง/)
  })

  test('are one Tab stop each: arrow keys reach their buttons', async () => {
    const { row } = await openQueue()
    await expect.element(row(NEW)).toBeVisible()
    for (const each of row(HELD).getByRole('button').elements())
      expect((each as HTMLElement).tabIndex).toBe(-1)
    ;(row(HELD).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(row(HELD).getByRole('button').first()).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(row(HELD)).toHaveFocus()
  })

  test('are what Tab comes to after the tools, with no stop at the box around them', async () => {
    const { row } = await openQueue()
    await expect.element(row(NEW)).toBeVisible()
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
  ])('of %s leave the customer’s name room at 1280 px beside a conversation', async (address, Page) => {
    await page.viewport(1280, 800)
    const { screen } = await renderPage(Page, `${address}?ticket=${idOf(HELD)}`)
    await expect.element(screen.getByRole('complementary', { name: HELD })).toBeVisible()
    await expect.element(screen.getByRole('row', { name: HELD })).toBeVisible()
    const contact = screen.getByRole('row', { name: HELD }).element().querySelector('[data-column="contact"]')
    await expect.poll(() => contact?.isConnected && contact.clientWidth).toBeGreaterThanOrEqual(140)
    const name = [...(contact?.querySelectorAll('span') ?? [])].find(
      ({ children, textContent }) => children.length === 0 && HELD.test(textContent ?? ''),
    )
    expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0)
  })

  test.each([
    [1440, 'complementary'],
    [1280, 'complementary'],
    [1100, 'complementary'],
    [900, 'dialog'],
  ] as const)('of a table at %i px beside a conversation tell all that SPEC lists', async (width, role) => {
    await page.viewport(width, 800)
    const { screen, row } = await openQueue()
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    await expect.element(screen.getByRole(role, { name: HELD })).toBeVisible()
    const table = () => document.querySelector('table')
    await expect
      .poll(() => (table()?.scrollWidth ?? 0) - (table()?.parentElement?.clientWidth ?? 0))
      .toBeLessThanOrEqual(0)
    const text = table()?.querySelector(`[data-ticket-id="${idOf(HELD)}"]`)?.textContent ?? ''
    for (const part of [
      'กำลังดูแล',
      'b81d04fe',
      'ธีรภัทร',
      'OA หลัก',
      'ฝากเงินไม่สำเร็จ',
      'พ.ย.|ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|ธ.ค.',
    ])
      expect(text).toMatch(new RegExp(part))
  })

  test('as cards tell status, date, cut subject and assignee, and close', async () => {
    await page.viewport(768, 900)
    const long = 'ลูกค้าแจ้งว่าฝากเงินแล้วยอดไม่เข้าและรอนานมากแล้วค่ะ'
    desk.change(idOf(HELD), { subject: long })
    const { screen } = await openQueue()
    const card = screen.getByRole('listitem').filter({ hasText: 'ธีรภัทร' })
    for (const text of ['กำลังดูแล', 'เปิดเมื่อ', 'นภัสสร วงศ์ไทย'])
      await expect.element(card).toMatchTextContent(new RegExp(text))
    await expect.element(card).not.toMatchTextContent(new RegExp(long))
    await expect.element(card.getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  })
})
