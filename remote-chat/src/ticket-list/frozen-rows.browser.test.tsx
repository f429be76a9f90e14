import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import {
  arrive,
  idNo,
  OWN_NAME,
  openQueue,
  ownTickets,
  UNASSIGNED_NAME,
  waitingTickets,
} from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { settled } from '../testing/settled.ts'

installMockDesk()

describe('list in use by pointer or focus', () => {
  test('the list remains unchanged however long the pointer rests on it', async () => {
    const { screen, row, names } = await openQueue('/chat-queue?order=newest')
    // At this point, all rows are rendered.
    await expect.element(screen.getByText('แสดง 1–8 จาก 8 เคส')).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await row(UNASSIGNED_NAME).getByRole('button', { name: 'รับเคส' }).hover()
      vi.advanceTimersByTime(10_000)
    } finally {
      vi.useRealTimers()
    }
    const before = names()
    arrive('คนมาใหม่')
    await expect.element(screen.getByRole('button', { name: 'มีเคสใหม่ 1' })).toBeVisible()
    expect(names()).toEqual(before)
  })

  test('ignores a click on a row that moved under the resting pointer', async () => {
    replaceMockDesk({ tickets: waitingTickets(3) })
    const { screen, row, names } = await openQueue('/chat-queue?order=newest')
    await expect.element(row(/คนที่ 3\./)).toBeVisible()
    const button = row(/คนที่ 3\./).getByRole('button', { name: 'รับเคส' })
    await button.hover()
    const at = button.element().getBoundingClientRect()
    const point = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 }
    // The order is changed by keyboard while the pointer rests.
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

  test('the list remains unchanged while a row has the focus', async () => {
    const { row, names, screen } = await openQueue('/chat-queue?order=newest')
    await expect.element(screen.getByText('แสดง 1–8 จาก 8 เคส')).toBeVisible()
    await screen.getByText('Live Update').hover()
    ;(row(OWN_NAME).element() as HTMLElement).focus()
    const before = names()
    arrive('คนมาใหม่')
    await expect.element(screen.getByRole('button', { name: 'มีเคสใหม่ 1' })).toBeVisible()
    expect(names()).toEqual(before)
    ;(screen.getByRole('searchbox').element() as HTMLElement).focus()
    await expect.element(row(/คนมาใหม่/)).toBeVisible()
  })
})

describe('new tickets', () => {
  test.each([
    ['', 'and reports the changed order'],
    ['?order=newest&page=2', 'in the same order'],
  ])('counts new tickets on other pages, and the count links to these tickets %s %s', async (query) => {
    replaceMockDesk({ tickets: waitingTickets(30) })
    const { screen, row, client } = await openQueue(`/chat-queue${query}`)
    await screen.getByText('Live Update').hover()
    await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
    await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
    // At this point, all tickets are loaded that exist at the start of the test.
    await settled(client)
    arrive('คนมาใหม่ ก')
    arrive('คนมาใหม่ ข')
    const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 2' })
    await expect.element(pill).toBeVisible()
    await pill.click()
    const notice = screen.getByText('เปลี่ยนเป็นเรียงใหม่สุดก่อน เพื่อแสดงเคสใหม่')
    // A notification does not close while the pointer is on it.
    if (query === '') await notice.hover()
    await expect.element(row(/คนมาใหม่ ก/)).toBeVisible()
    await expect.element(row(/คนมาใหม่ ข/)).toBeVisible()
    await expect.element(pill).not.toBeInTheDocument()
    const order = screen.getByRole('combobox', { name: 'เรียงตาม' })
    await expect.element(order).toHaveValue('newest')
    if (query === '') {
      await screen.getByRole('button', { name: 'เรียงตามเดิม' }).click()
      await expect.element(order).toHaveValue('longest')
    }
    await expect.element(notice).not.toBeInTheDocument()
  })

  test('the count of new tickets does not include tickets that a colleague has accepted', async () => {
    replaceMockDesk({ tickets: waitingTickets(30) })
    const { screen, client } = await openQueue()
    await screen.getByText('Live Update').hover()
    await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
    await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
    await settled(client)
    const taken = arrive('คนมาใหม่ ก')
    arrive('คนมาใหม่ ข')
    const pill = screen.getByRole('button', { name: /มีเคสใหม่/ })
    await expect.element(pill).toHaveTextContent('มีเคสใหม่ 2')
    desk.change(taken.id, { assigned_to: staffMemberOf(MockAgent) })
    desk.publish({ type: 'ticket_list_update', data: { reason: 'changed', ticket_id: taken.id } })
    await expect.element(pill).toHaveTextContent('มีเคสใหม่ 1')
  })

  test('the count of new tickets includes neither tickets that the user has closed nor tickets that move up from the next page', async () => {
    replaceMockDesk({ tickets: ownTickets(21) })
    const { screen, row } = await openQueue()
    await row(/คนที่ 20\./)
      .getByRole('button', { name: 'ปิดเคส' })
      .click()
    // A response to a request from before the closing still contains the ticket.
    const heldResponse = desk.hold(/^GET \/api\/staff\/tickets\?.*page_size=20/)
    desk.publish({ type: 'ticket_list_update', data: { reason: 'changed', ticket_id: null } } as never)
    await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.element(row(/คนที่ 20\./)).not.toBeInTheDocument()
    heldResponse()
    await expect.element(row(/คนที่ 21\./)).toBeVisible()
    await expect.element(row(/คนที่ 20\./)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: /มีเคสใหม่/ })).not.toBeInTheDocument()
  })
})

test.each([
  [1440, 900, 'row'],
  [390, 844, 'listitem'],
] as const)(
  'at %i × %i a row shows that a colleague has taken over the ticket, and has no close button',
  async (width, height, role) => {
    await page.viewport(width, height)
    const mine = { assigned_to: staffMemberOf(MockManager), unread_count: 2 }
    replaceMockDesk({ tickets: waitingTickets(3).map((ticket) => ({ ...ticket, ...mine })) })
    const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
    const row = (number: number) => screen.getByRole(role).filter({ hasText: `ลูกค้าคนที่ ${number}.` })
    await expect.element(row(2).getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
    // Moves the focus into a row, which freezes the list.
    row(1).getByRole('button', { name: 'ปิดเคส' }).element().focus()
    desk.change(idNo(2), { assigned_to: staffMemberOf(MockAgent) })
    await expect.element(row(2).getByText(`${MockAgent.display_name} ดูแลแทนแล้ว`)).toBeVisible()
    await expect.element(row(2).getByRole('button', { name: 'ปิดเคส' })).not.toBeInTheDocument()
    await expect.element(row(2).getByText(/^รอ/)).not.toBeVisible()
    await expect.element(row(1).getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
    await expect.element(row(1).getByText(/ดูแลแทนแล้ว/)).not.toBeInTheDocument()
    expect(await seriousProblems(screen.container)).toEqual([])
  },
)

test('a row shows that a colleague took over the ticket while the socket was disconnected', async () => {
  const mine = { assigned_to: staffMemberOf(MockManager) }
  replaceMockDesk({ tickets: waitingTickets(3).map((ticket) => ({ ...ticket, ...mine })) })
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = (number: number) => screen.getByRole('row').filter({ hasText: `ลูกค้าคนที่ ${number}.` })
  await expect.element(row(2).getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  row(1).getByRole('button', { name: 'ปิดเคส' }).element().focus()
  for (const socket of desk.sockets) socket.drop(1006)
  desk.change(idNo(2), { assigned_to: staffMemberOf(MockAgent) })
  await expect.element(row(2).getByText(`${MockAgent.display_name} ดูแลแทนแล้ว`)).toBeVisible()
  await expect.element(row(1).getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  // Each ticket is fetched once, no matter how many events follow.
  desk.change(idNo(3), { assigned_to: staffMemberOf(MockAgent) })
  desk.publish({ type: 'ticket_list_update', data: { reason: 'transferred', ticket_id: idNo(3) } })
  const requestCount = (number: number) => desk.count(new RegExp(`GET .*tickets/${idNo(number)}$`))
  await expect.poll(() => requestCount(3)).toBe(1)
  expect(requestCount(2)).toBe(1)
})

test('counts a new ticket in the user’s own list while the list is in use', async () => {
  const own = { assigned_to: staffMemberOf(MockManager) }
  replaceMockDesk({
    tickets: waitingTickets(4).map((ticket) => (ticket.id === idNo(4) ? ticket : { ...ticket, ...own })),
  })
  const { screen } = await renderPage(MyTicketsPage, '/my-tickets')
  const row = (number: number) => screen.getByRole('row').filter({ hasText: `ลูกค้าคนที่ ${number}.` })
  await expect.element(row(3).getByRole('button', { name: 'ปิดเคส' })).toBeVisible()
  row(3).getByRole('button', { name: 'ปิดเคส' }).element().focus()
  desk.change(idNo(4), own)
  desk.publish({ type: 'ticket_list_update', data: { reason: 'transferred', ticket_id: idNo(4) } })
  const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 1' })
  await expect.element(pill).toBeVisible()
  await expect.element(row(4)).not.toBeInTheDocument()
  await pill.click()
  await expect.element(row(4)).toBeVisible()
  await expect.element(pill).not.toBeInTheDocument()
})
