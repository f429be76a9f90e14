import { WALLBOARD_EVENTS_MS } from 'shared/contract/constants.ts'
import { useRealtimeEvents } from 'shared/realtime'
import { recordServerTime } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { goBack } from 'shared/testing/render-in-shell.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import WallboardPage from '../pages/WallboardPage.page.tsx'
import { MockWallboard, mockWallboardTickets } from '../testing/mock-now.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

vi.mock('shared/realtime', { spy: true })
installMockDashboard()
beforeEach(() => recordServerTime({ at: Date.parse(MockWallboard.at), requestedAt: performance.now() }))
afterEach(() => {
  vi.clearAllMocks()
})

const open = (query = '') => openDashboard(`/wallboard${query}`, WallboardPage)
const address = () => page.getByTestId('address')
const list = (name: string) => page.getByRole('dialog', { name, exact: true })
const requests = () =>
  server.requests.filter(({ call }) => call === CALLS.wallboardTickets).map(({ query }) => query)
const notifyResync = () => {
  for (const [listen] of vi.mocked(useRealtimeEvents).mock.calls)
    listen({ type: 'resync', data: { reason: 'reconnected' } })
}

test('a wallboard count opens a list of the same length, which links to tickets and closes on Back', async () => {
  await open()
  await page.getByRole('link', { name: '3 ดูเคสที่รอตอบ' }).click()
  const waiting = list('ลูกค้ารอตอบ')
  await expect.element(waiting.getByRole('status')).toMatchTextContent(/^3 เคส/)
  await expect.element(address()).toHaveTextContent('/wallboard?waiting=all')
  expect(requests()[0]).toEqual({ metric: 'waiting' })
  const rows = waiting.getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/ธีรภัทร ทองดี.*VIP.*ใหม่.*ถอนเงินช้า · OA หลัก.*รอนานมาก/)
  await expect.element(rows.nth(2)).toMatchTextContent(/สุดา แสงทอง.*ตอบแล้ว/)
  await expect
    .element(rows.nth(0).getByRole('link'))
    .toHaveAttribute('href', '/chat-queue?ticket=5f1f5a3c-2a0b-4c9e-8d52-000000000001')
  await expect
    .element(waiting.getByRole('link', { name: 'เปิดในคิวแชท' }))
    .toHaveAttribute('href', '/chat-queue?order=longest')
  expect(await seriousProblems(document.body)).toEqual([])
  goBack()
  await expect.element(waiting).not.toBeInTheDocument()
  await expect.element(address()).toMatchTextContent(/^\/wallboard$/)
})

test('a wallboard list distinguishes customers of the same name by the end of their id', async () => {
  const tickets = mockWallboardTickets(['รัตนา', 'รัตนา', 'สุดา'])
  const items = tickets.items.map((each, index) => ({
    ...each,
    customer: { ...each.customer, id: `c0ffee00-000${index}a1b${index}` },
  }))
  server.respond(CALLS.wallboardTickets, { body: { ...tickets, items } })
  await open('?waiting=all')
  const rows = list('ลูกค้ารอตอบ').getByRole('listitem')
  await expect.element(rows.nth(0).getByText('รัตนา (…a1b0)')).toBeVisible()
  await expect.element(rows.nth(1).getByText('รัตนา (…a1b1)')).toBeVisible()
  await expect.element(rows.nth(2).getByText('สุดา', { exact: true })).toBeVisible()
})

test('a wallboard list marks tickets whose assignee is absent', async () => {
  const tickets = mockWallboardTickets(['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว', 'สุดา แสงทอง'])
  const items = tickets.items.map((each, index) => ({ ...each, assignee_absent: index === 1 }))
  server.respond(CALLS.wallboardTickets, { body: { ...tickets, items } })
  await open('?waiting=all')
  const rows = list('ลูกค้ารอตอบ').getByRole('listitem')
  await expect.element(rows.nth(1).getByRole('img', { name: /^ผู้รับผิดชอบไม่ได้ออนไลน์: / })).toBeVisible()
  await expect.element(rows.nth(2)).not.toMatchTextContent(/ไม่ออนไลน์/)
})

const [staffMember] = MockWallboard.staff
test.each([
  ['?waiting=none', 'รอและยังไม่มีผู้รับ', { metric: 'unassigned' }, '/chat-queue?order=longest&assignee=none'],
  [
    '?waiting=all&channel=vip',
    'ลูกค้ารอตอบ · OA VIP',
    { metric: 'waiting', channel_key: 'vip' },
    '/chat-queue?channel=vip&order=longest',
  ],
  [
    '?channel=main',
    'เคสที่เปิดอยู่ · OA หลัก',
    { metric: 'open', channel_key: 'main' },
    '/chat-queue?channel=main&order=longest',
  ],
  [
    `?staff=${staffMember?.id}`,
    `เคสที่เปิดอยู่ของ ${staffMember?.display_name}`,
    { metric: 'open', staff_id: staffMember?.id },
    `/chat-queue?assignee=${staffMember?.id}`,
  ],
])(
  'a link to %s opens its list, and closing it returns to the wallboard',
  async (query, name, request, queue) => {
    await open(query)
    await expect.element(list(name).getByRole('status')).toMatchTextContent(/^3 เคส/)
    expect(requests()[0]).toEqual(request)
    await expect.element(list(name).getByRole('link', { name: 'เปิดในคิวแชท' })).toHaveAttribute('href', queue)
    await list(name).getByRole('button', { name: 'ปิด' }).click()
    await expect.element(list(name)).not.toBeInTheDocument()
    await expect.element(address()).toMatchTextContent(/^\/wallboard$/)
  },
)

test('the wallboard opens no list for an invalid URL', async () => {
  await open('?waiting=nobody')
  // Loads the dialog's code first, so that an invalid URL would send a request for its list immediately.
  await page.getByRole('link', { name: '3 ดูเคสที่รอตอบ' }).click()
  await expect.element(list('ลูกค้ารอตอบ').getByRole('status')).toMatchTextContent(/^3 เคส/)
  goBack()
  await expect.element(address()).toMatchTextContent(/^\/wallboard\?waiting=nobody$/)
  await expect.element(list('ลูกค้ารอตอบ')).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(requests()).toEqual([{ metric: 'waiting' }])
})

test('updates an open wallboard list without moving rows under the pointer', async () => {
  await open('?waiting=all')
  const rows = list('ลูกค้ารอตอบ').getByRole('listitem')
  await expect.element(rows.nth(2)).toBeVisible()
  await userEvent.hover(rows.nth(1))
  const others = mockWallboardTickets(['อนุชา ชูใจ', 'ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว', 'สุดา แสงทอง'])
  const [first, ...rest] = others.items
  const known = rest.map((item, index) => ({
    ...item,
    ticket_id: mockWallboardTickets(['1', '2', '3']).items[index]?.ticket_id,
  }))
  server.respond(CALLS.wallboardTickets, {
    body: { ...others, items: [{ ...first, ticket_id: '5f1f5a3c-2a0b-4c9e-8d52-000000000009' }, ...known] },
  })
  notifyResync()
  await expect.element(list('ลูกค้ารอตอบ').getByRole('status')).toMatchTextContent(/^4 เคส/)
  await expect.element(rows.nth(1)).toMatchTextContent(/รัตนา/)
  await userEvent.unhover(rows.nth(1))
  await expect.element(rows.nth(0)).toMatchTextContent(/อนุชา/)
})

test.each([
  ['?waiting=all', 'ลูกค้ารอตอบ', 'ตอบแล้ว'],
  ['?waiting=none', 'รอและยังไม่มีผู้รับ', 'ไม่อยู่ในรายการแล้ว'],
  ['?channel=main', 'เคสที่เปิดอยู่ · OA หลัก', 'ปิดแล้ว'],
])(
  'when a ticket leaves the list of %s, its row stays under the pointer, is marked and stops its clock',
  async (query, name, word) => {
    await open(query)
    const rows = list(name).getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/รอนานมาก/)
    await userEvent.hover(rows.nth(1))
    const { items, ...page } = mockWallboardTickets(['ธีรภัทร ทองดี', 'รัตนา ดวงแก้ว', 'สุดา แสงทอง'])
    server.respond(CALLS.wallboardTickets, { body: { ...page, items: items.slice(1), total: 2 } })
    notifyResync()
    await expect.element(list(name).getByRole('status')).toMatchTextContent(/^2 เคส/)
    expect(rows.all()).toHaveLength(3)
    await expect.element(rows.nth(0)).toMatchTextContent(new RegExp(`ธีรภัทร ทองดี.*${word}12:3`))
    await expect.element(rows.nth(0)).not.toMatchTextContent(/รอนาน|ใหม่/)
    await expect.element(rows.nth(1)).toMatchTextContent(/รอนานมาก/)
    await userEvent.unhover(rows.nth(1))
    await expect.element(rows.nth(0)).toMatchTextContent(/รัตนา ดวงแก้ว/)
  },
)

test('a wallboard list loads more pages, and shows a capped total as "or more"', async () => {
  server.respond(CALLS.wallboardTickets, {
    body: mockWallboardTickets(['หนึ่ง'], { total: 1_000, has_more: true, cursor: 'next' }),
  })
  await open('?waiting=all')
  const waiting = list('ลูกค้ารอตอบ')
  await expect.element(waiting.getByRole('status')).toMatchTextContent(/^1,000\+ เคส/)
  server.respond(CALLS.wallboardTickets, (query) => ({
    body:
      query.cursor === 'next'
        ? mockWallboardTickets(['สอง', 'สาม'], { before: 1 })
        : mockWallboardTickets(['หนึ่ง'], { total: 3, cursor: 'next' }),
  }))
  await waiting.getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  await expect.element(waiting.getByRole('listitem').nth(2)).toMatchTextContent(/สาม/)
  server.respond(CALLS.wallboardTickets, { body: mockWallboardTickets([]) })
  notifyResync()
  await expect.element(waiting.getByText('ไม่มีลูกค้ารอตอบ')).toBeVisible()
})

test('a wallboard list with more pages is refetched less often after events', async () => {
  server.respond(CALLS.wallboardTickets, (query) => ({
    body:
      query.cursor === 'next'
        ? mockWallboardTickets(['สอง'], { before: 1 })
        : mockWallboardTickets(['หนึ่ง'], { total: 2, cursor: 'next' }),
  }))
  await open('?waiting=all')
  const rows = list('ลูกค้ารอตอบ').getByRole('listitem')
  await list('ลูกค้ารอตอบ').getByRole('button', { name: 'โหลดเพิ่ม' }).click()
  await expect.element(rows.nth(1)).toMatchTextContent(/สอง/)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  // Calls the handlers in reverse order of their registration.
  for (const [listen] of vi.mocked(useRealtimeEvents).mock.calls.toReversed())
    listen({ type: 'resync', data: { reason: 'reconnected' } })
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2 * WALLBOARD_EVENTS_MS)
})

test('on a phone, a wallboard list offers a retry on failure, but not when the server has no lists', async () => {
  await page.viewport(390, 844)
  server.respond(CALLS.wallboardTickets, { status: 404, body: { code: 'not_found' } })
  await open('?waiting=all')
  const waiting = list('ลูกค้ารอตอบ')
  await expect.element(waiting.getByText('เซิร์ฟเวอร์นี้ยังไม่มีรายการเคสของตัวเลขนี้')).toBeVisible()
  await expect.element(waiting.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  await waiting.getByRole('button', { name: 'ปิด' }).click()
  server.respond(CALLS.wallboardTickets, { status: 403, body: { code: 'forbidden' } })
  await page.getByRole('link', { name: '1 ดูเคสที่ยังไม่มีผู้รับผิดชอบ' }).click()
  const unassigned = list('รอและยังไม่มีผู้รับ')
  await expect.element(unassigned.getByText('โหลดรายการเคสไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.wallboardTickets, { body: mockWallboardTickets(['ธีรภัทร ทองดี']) })
  await unassigned.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(unassigned.getByRole('status')).toMatchTextContent(/^1 เคส/)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('a wallboard list shows its error until a retry succeeds', async () => {
  server.respond(CALLS.wallboardTickets, { status: 403, body: { code: 'forbidden' } })
  await open('?waiting=all')
  const waiting = list('ลูกค้ารอตอบ')
  const failed = waiting.getByText('โหลดรายการเคสไม่สำเร็จ')
  await expect.element(failed).toBeVisible()
  const shown = failed.element()
  let respondWith = (_: { body: unknown }) => {}
  server.respond(CALLS.wallboardTickets, new Promise((resolve) => (respondWith = resolve)))
  await waiting.getByRole('button', { name: 'ลองใหม่' }).click()
  await vi.waitUntil(() => requests().length === 2)
  await expect
    .element(waiting.getByRole('button', { name: 'ลองใหม่' }))
    .toHaveAttribute('data-loading', 'true')
  expect(failed.element()).toBe(shown)
  respondWith({ body: mockWallboardTickets(['ธีรภัทร ทองดี']) })
  await expect.element(waiting.getByRole('status')).toMatchTextContent(/^1 เคส/)
  await expect.element(failed).not.toBeInTheDocument()
})

test.each([
  ['?staff=nope', 'ไม่พบคนนี้', { status: 400, body: { code: 'invalid_request' } }],
  ['?channel=nope', /ไม่พบบัญชี OA นี้/, { status: 403, body: { code: 'forbidden_channel' } }],
  ['?waiting=all&channel=nope', /ไม่พบบัญชี OA นี้/, { status: 403, body: { code: 'forbidden_channel' } }],
])('shows "not found" without a retry for a wallboard list of %s', async (query, words, response) => {
  server.respond(CALLS.wallboardTickets, response)
  await open(query)
  await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
  expect(page.getByText(/เลือกบัญชีอื่น/).query()).toBeNull()
})
