import { MockDesk } from 'shared/testing/mock-desk.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../testing/render-page.tsx'
import { Contact } from '../ticket-list/TicketCells.tsx'
import ChatQueuePage from './ChatQueuePage.page.tsx'
import MyTicketsPage from './MyTicketsPage.page.tsx'

// Each drawing of a row draws its customer once.
vi.mock('../ticket-list/TicketCells.tsx', { spy: true })

let desk: MockDesk
function install(options?: ConstructorParameters<typeof MockDesk>[0]) {
  desk?.remove()
  desk = new MockDesk(options)
  desk.install()
}
beforeEach(async () => {
  await page.viewport(1440, 900)
  install()
})
afterEach(() => desk.remove())

const NEW = /กานต์ชนก พูนสุข/
const HELD = /ธีรภัทร จันทร์แก้ว/
const idOf = (name: RegExp) =>
  [...desk.tickets.values()].find((each) => name.test(each.profile.display_name))?.id ?? ''
const idNo = (number: number) => `${(0x10000000 + number).toString(16)}-5c1e-4f0a-9b7d-2f6e8a1c3d5b`
const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 7, number)).toISOString()
/** Customers waiting in a row: the higher the number, the later they came. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return mockTicket({
      id: idNo(number),
      profile: { display_name: `ลูกค้าคนที่ ${number}.` },
      opened_at: minute(number),
      waiting_since: minute(number),
      last_activity_at: minute(number),
    })
  })

async function openQueue(address = '/chat-queue', routes: string[] = []) {
  const drawn = await renderPage(ChatQueuePage, address, routes)
  const row = (name: RegExp) => drawn.screen.getByRole('row', { name })
  const names = () =>
    drawn.screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((each) => each.querySelector('[data-column="contact"]')?.textContent ?? '')
  return { ...drawn, row, names }
}
const arrive = (name: string, at = new Date().toISOString()) =>
  desk.open({ id: crypto.randomUUID(), profile: { display_name: name }, opened_at: at, waiting_since: at })

describe('a list under a resting pointer', () => {
  test('stays as it is, however long the pointer rests', async () => {
    const { screen, row, names } = await openQueue('/chat-queue?order=newest')
    await expect.element(row(NEW)).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await row(NEW).getByRole('button', { name: 'รับเคส' }).hover()
      vi.advanceTimersByTime(10_000)
    } finally {
      vi.useRealTimers()
    }
    const before = names()
    arrive('คนมาใหม่')
    await expect.element(screen.getByRole('button', { name: 'มีเคสใหม่ 1' })).toBeVisible()
    expect(names()).toEqual(before)
  })

  test('a click is not taken by a row that has come under it', async () => {
    install({ tickets: many(3) })
    const { screen, row, names } = await openQueue('/chat-queue?order=newest')
    await expect.element(row(/คนที่ 3\./)).toBeVisible()
    const button = row(/คนที่ 3\./).getByRole('button', { name: 'รับเคส' })
    await button.hover()
    const at = button.element().getBoundingClientRect()
    const point = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 }
    // The person turns the order round with the keyboard; the pointer rests where it is.
    const order = screen.getByRole('combobox', { name: 'เรียงตาม' }).element() as HTMLSelectElement
    order.value = 'longest'
    order.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.poll(() => names()[0]).toContain('คนที่ 1.')
    const under = document.elementFromPoint(point.clientX, point.clientY)
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...point })
    under?.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(true)
    await userEvent.hover(row(/คนที่ 1\./))
    await row(/คนที่ 1\./)
      .getByRole('button', { name: 'รับเคส' })
      .click()
    await expect.poll(() => desk.count(/accept/)).toBe(1)
    expect(desk.count(new RegExp(`${idNo(1)}/accept`))).toBe(1)
  })

  test('and under the focus', async () => {
    const { row, names, screen } = await openQueue('/chat-queue?order=newest')
    await expect.element(row(NEW)).toBeVisible()
    await screen.getByText('Live Update').hover()
    ;(row(HELD).element() as HTMLElement).focus()
    const before = names()
    arrive('คนมาใหม่')
    await expect.element(screen.getByRole('button', { name: 'มีเคสใหม่ 1' })).toBeVisible()
    expect(names()).toEqual(before)
    ;(screen.getByRole('searchbox').element() as HTMLElement).focus()
    await expect.element(row(/คนมาใหม่/)).toBeVisible()
  })
})

describe('new cases', () => {
  test.each(['', '?order=newest&page=2'])(
    'beyond the page are counted, and the count leads there %s',
    async (query) => {
      install({ tickets: many(30) })
      const { screen, row } = await openQueue(`/chat-queue${query}`)
      await screen.getByText('Live Update').hover()
      await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
      await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
      arrive('คนมาใหม่ ก')
      arrive('คนมาใหม่ ข')
      const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 2' })
      await expect.element(pill).toBeVisible()
      const covered = screen.getByRole('table').element().getBoundingClientRect()
      expect(pill.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(covered.top)
      await pill.click()
      await expect.element(row(/คนมาใหม่ ก/)).toBeVisible()
      await expect.element(row(/คนมาใหม่ ข/)).toBeVisible()
      await expect.element(pill).not.toBeInTheDocument()
    },
  )

  test('are not those that were closed here, nor those that move up from the next page', async () => {
    install({ tickets: many(21).map((ticket) => ({ ...ticket, assigned_to: staffMemberOf(MockAgent) })) })
    const { screen, row } = await openQueue()
    await row(/คนที่ 20\./)
      .getByRole('button', { name: 'ปิดเคส' })
      .click()
    // An answer that was under way at the closing knows nothing of it.
    const late = desk.hold(/^GET \/api\/staff\/tickets\?.*page_size=20/)
    desk.publish({ type: 'ticket_list_update', data: { reason: 'changed', ticket_id: null } } as never)
    await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(row(/คนที่ 20\./)).not.toBeInTheDocument()
    late()
    await expect.element(row(/คนที่ 21\./)).toBeVisible()
    await expect.element(row(/คนที่ 20\./)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: /มีเคสใหม่/ })).not.toBeInTheDocument()
  })
})

describe('pages', () => {
  test('a filter of the dialog begins at the first page', async () => {
    install({ tickets: many(45) })
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
    install({ tickets: many(45) })
    const { screen, router } = await openQueue('/chat-queue?page=99')
    await expect.element(screen.getByText('แสดง 41–45 จาก 45 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('?page=3')
  })

  test('closing the last row of the last one leads to the one before', async () => {
    install({ tickets: many(21).map((ticket) => ({ ...ticket, assigned_to: staffMemberOf(MockAgent) })) })
    const { screen, row, router } = await openQueue('/chat-queue?page=2')
    await row(/คนที่ 21\./)
      .getByRole('button', { name: 'ปิดเคส' })
      .click()
    await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(screen.getByText('แสดง 1–20 จาก 20 เคส')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})

describe('the focus', () => {
  const confirm = async () => {
    await expect.element(page.getByRole('dialog', { name: 'ปิดเคส' })).toBeVisible()
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
  }
  const mine = (count: number) =>
    many(count).map((ticket) => ({ ...ticket, assigned_to: staffMemberOf(MockAgent) }))

  test('goes from a row that is closed to the next, from the last to the one before, and at last to the list', async () => {
    install({ tickets: mine(3) })
    const { screen, row } = await openQueue()
    await expect.element(row(/คนที่ 2\./)).toBeVisible()
    for (const [closed, next] of [
      [/คนที่ 2\./, /คนที่ 3\./],
      [/คนที่ 3\./, /คนที่ 1\./],
    ] as const) {
      ;(row(closed).element() as HTMLElement).focus()
      const answer = desk.hold(/close/)
      await userEvent.keyboard('{ArrowRight}{Enter}')
      await confirm()
      // The button is busy and takes no focus: its row does.
      await expect.element(row(closed)).toHaveFocus()
      answer()
      await expect.element(row(closed)).not.toBeInTheDocument()
      await expect.element(row(next)).toHaveFocus()
    }
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await confirm()
    await expect.element(screen.getByText('ไม่มีเคสในคิว')).toBeVisible()
    await expect
      .poll(() => document.activeElement?.contains(screen.getByText('ไม่มีเคสในคิว').element()))
      .toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  test('goes to the next row also when the case was closed in its conversation', async () => {
    install({ tickets: mine(3) })
    const { screen, row } = await openQueue()
    await row(/คนที่ 2\./).click()
    const close = screen.getByRole('complementary').getByRole('button', { name: 'ปิดเคส' })
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await confirm()
    await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument()
    await expect.element(row(/คนที่ 3\./)).toHaveFocus()
  })

  test('goes to the next card on a phone', async () => {
    await page.viewport(390, 844)
    install({ tickets: mine(3) })
    const { screen } = await openQueue()
    const close = screen
      .getByRole('listitem')
      .filter({ hasText: 'คนที่ 2.' })
      .getByRole('button', { name: 'ปิดเคส' })
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await confirm()
    await expect.element(screen.getByRole('button', { name: /เปิดแชท ลูกค้าคนที่ 3\./ })).toHaveFocus()
  })

  test('goes to the first of the new cases when they are asked for', async () => {
    install({ tickets: many(30) })
    const { screen, row } = await openQueue()
    await screen.getByText('Live Update').hover()
    await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
    await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
    arrive('คนมาใหม่ ก')
    const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 1' })
    await expect.element(pill).toBeVisible()
    ;(pill.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(row(/คนมาใหม่ ก/)).toHaveFocus()
  })

  test('stays with who has gone elsewhere while the case was being closed', async () => {
    install({ tickets: mine(3) })
    const { screen, row } = await openQueue()
    await expect.element(row(/คนที่ 2\./)).toBeVisible()
    ;(row(/คนที่ 2\./).element() as HTMLElement).focus()
    const answer = desk.hold(/close/)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await confirm()
    const field = screen.getByRole('searchbox')
    await field.click()
    answer()
    await expect.element(row(/คนที่ 2\./)).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
  })
})

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

describe('the search', () => {
  test('undoes nothing that was chosen while it waited', async () => {
    const { screen, row, router } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await screen.getByRole('searchbox').fill('ธีร')
    await screen.getByRole('combobox', { name: 'OA', exact: true }).selectOptions('OA หลัก')
    await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
    await expect.poll(() => new URLSearchParams(router.state.location.search).get('search')).toBe('ธีร')
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      search: 'ธีร',
      channel: 'main',
      ticket: idOf(HELD),
    })
  })

  test('leaves the blank at the end of what is being typed', async () => {
    const { screen, router } = await openQueue()
    await screen.getByRole('searchbox').fill('ธีรภัทร ')
    await expect.poll(() => new URLSearchParams(router.state.location.search).get('search')).toBe('ธีรภัทร')
    await expect.element(screen.getByRole('searchbox')).toHaveValue('ธีรภัทร ')
  })

  test('draws the rows anew with none of its keys, and a reading that brings nothing new does neither', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/GET \/api\/staff\/agents/)).toBeGreaterThan(0)
    const field = screen.getByRole('searchbox').element() as HTMLInputElement
    field.focus()
    await expect.poll(() => client.isFetching()).toBe(0)
    const drawn = vi.mocked(Contact)
    drawn.mockClear()
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const text of ['ก', 'กา', 'กาน']) {
      setValue?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await expect.element(screen.getByRole('searchbox')).toHaveValue(text)
    }
    setValue?.call(field, '')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    expect(drawn).not.toHaveBeenCalled()
    const before = desk.count(/page_size=20/)
    await client.refetchQueries({ queryKey: ['tickets', 'list'] })
    expect(desk.count(/page_size=20/)).toBeGreaterThan(before)
    expect(drawn).not.toHaveBeenCalled()
    desk.change(idOf(HELD), { subject: 'อื่นๆ' })
    await expect.element(row(HELD)).toMatchTextContent(/อื่นๆ/)
    expect(drawn).toHaveBeenCalledTimes(1)
  })
})

describe('the beginning of an id in the address', () => {
  test.each(['/my-ticket/b81d04fe', '/my-tickets?open=B81D04FE'])('%s opens its case', async (address) => {
    const { screen } = await renderPage(MyTicketsPage, address, [
      '/my-tickets',
      '/my-ticket/:id',
      '/chat-queue',
    ])
    await expect.element(screen.getByRole('complementary', { name: HELD })).toBeVisible()
  })

  test('opens a closed one too', async () => {
    desk.change(idOf(HELD), { status: 'CLOSED', closed_at: new Date().toISOString() })
    const { screen } = await renderPage(MyTicketsPage, '/my-ticket/b81d04fe', [
      '/my-tickets',
      '/my-ticket/:id',
    ])
    await expect.element(screen.getByRole('complementary', { name: HELD })).toBeVisible()
  })

  test('shared by several leads to the queue that shows them', async () => {
    install({ tickets: many(3) })
    const { router } = await renderPage(ChatQueuePage, '/chat-queue?ticket=10000')
    await expect.poll(() => router.state.location.search).toBe('?search=10000&closed=1')
  })

  test('that nobody has leads back to the queue', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-ticket/00000000', [
      '/my-tickets',
      '/my-ticket/:id',
      '/chat-queue',
    ])
    const panel = screen.getByRole('complementary', { name: 'แชท' })
    await panel.getByRole('button', { name: /คิวแชท/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/chat-queue')
  })
})

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

test('what is on the screen is kept in the browser, without the search', async () => {
  const { screen, row } = await openQueue('/chat-queue?order=newest&search=ธีรภัทร')
  await row(HELD).getByRole('button', { name: 'เปิดแชท' }).click()
  await expect.poll(() => localStorage.getItem('activeTicketId')).toBe(idOf(HELD))
  expect(JSON.parse(localStorage.getItem('lastViewState') ?? '{}')).toEqual({
    view: 'queue',
    order: 'newest',
  })
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

describe('the live sign', () => {
  test('says Live Update in full on a phone too', async () => {
    await page.viewport(390, 844)
    const { screen } = await openQueue()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
  })

  test('does not say it while the list cannot be read, and speaks once', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    desk.fail(/page_size=20/, 'network', 100)
    const said: (string | null)[] = []
    const sign = screen.getByRole('status').filter({ hasText: 'Live Update' }).element()
    new MutationObserver(() => said.push(sign.textContent)).observe(sign, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    void client.refetchQueries({ queryKey: ['tickets', 'list'] })
    await expect.element(screen.getByText('ขาดการเชื่อมต่อ')).toBeVisible()
    await expect.element(screen.getByText(/ข้อมูลเมื่อ/)).toBeVisible()
    expect(said).toEqual(['ขาดการเชื่อมต่อ'])
  })

  test('says that the connection is coming back until the list is read without it', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    const go = desk.hold(/page_size=20/)
    for (const socket of desk.sockets) socket.drop(1006)
    await expect.element(screen.getByText('กำลังเชื่อมต่อใหม่...')).toBeVisible()
    go()
  })
})
