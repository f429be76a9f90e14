import { QueryClient } from '@tanstack/react-query'
import { useRealtimeEvents } from 'shared/realtime'
import { recordServerTime } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import type { MockResponse } from 'shared/testing/mock-server.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import WallboardPage from '../pages/WallboardPage.page.tsx'
import { MockWallboard } from '../testing/mock-now.ts'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

vi.mock('shared/realtime', { spy: true })
installMockDashboard()
beforeEach(() => recordServerTime({ at: Date.parse(MockWallboard.at), requestedAt: performance.now() }))
afterEach(() => {
  vi.restoreAllMocks()
})

const open = () => openDashboard('/wallboard', WallboardPage)
const channel = (name: string) =>
  page.getByRole('list', { name: 'แยกตามบัญชี OA' }).getByRole('listitem').filter({ hasText: name })

test('the wallboard is printed in light colors with a header, without an open list', async () => {
  await open()
  const head = page.getByText(/· พิมพ์เมื่อ/)
  await expect.element(head).toBeInTheDocument()
  await expect.element(head).toMatchTextContent(/^จอสด · ทุกบัญชี · พิมพ์เมื่อ \d+ .+ \d{2}:\d{2} น\.$/)
  expect(head.element().parentElement?.querySelector(':scope > dl')).not.toBeNull()
  const root = document.documentElement
  const before = root.dataset.mantineColorScheme ?? ''
  root.dataset.mantineColorScheme = 'dark'
  window.dispatchEvent(new Event('beforeprint'))
  expect(root.dataset.mantineColorScheme).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  root.dataset.mantineColorScheme = before
})

test('shows hours in the waiting times and their heading when a customer has waited an hour', async () => {
  const [first, ...others] = MockWallboard.channels
  const since = new Date(Date.parse(MockWallboard.at) - 6_124_000).toISOString()
  server.respond(CALLS.wallboard, {
    body: {
      ...MockWallboard,
      channels: [{ ...first, longest_waiting_since: since }, ...others],
      longest: MockWallboard.longest.map((each) => ({ ...each, waiting_since: since })),
    },
  })
  await open()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/รอนานที่สุด ?ชั่วโมง:นาที:วินาที1:42:.*ลูกค้าที่รอนานที่สุด ?ชั่วโมง:นาที:วินาที/)
})

test('shows how many replies of a channel wait for LINE, and since when', async () => {
  const [first, ...others] = MockWallboard.channels
  const since = '2026-11-23T02:20:00.000Z'
  server.respond(CALLS.wallboard, {
    body: {
      ...MockWallboard,
      channels: [{ ...first, reply_wait: { reason: 'line_unavailable', since, count: 3 } }, ...others],
    },
  })
  await open()
  await expect.element(channel('OA หลัก')).toMatchTextContent(/LINE ไม่ตอบสนอง ตั้งแต่ 09:20.*รอส่ง 3 ข้อความ/)
  await expect.element(channel('OA VIP')).not.toMatchTextContent(/LINE/)
})

test('the wallboard marks only tickets whose assignee is absent, as the ticket queue does', async () => {
  const [first] = MockWallboard.longest
  const assignee = { ...staffMemberOf(MockAgent), id_tail: 'a1b2' }
  const absent = {
    ...first,
    ticket_id: `${first?.ticket_id.slice(0, -1)}2`,
    assigned_to: assignee,
    assignee_absent: true,
  }
  server.respond(CALLS.wallboard, { body: { ...MockWallboard, longest: [first, absent] } })
  await open()
  const rows = page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' }).getByRole('listitem')
  await expect
    .element(rows.nth(1).getByRole('img', { name: `ผู้รับผิดชอบไม่ได้ออนไลน์: ${MockAgent.display_name} (…a1b2)` }))
    .toHaveTextContent('ไม่ออนไลน์')
  await expect.element(rows.nth(0)).not.toMatchTextContent(/ไม่ออนไลน์/)
  expect(await seriousProblems(document.body)).toEqual([])
})

test("shows online agents and, by the server's clock, waiting times, and updates both after events", async () => {
  await open()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/ลูกค้ารอตอบ3.*รอนานที่สุด ?นาที:วินาที12:3.*รอและยังไม่มีผู้รับ1.*คนออนไลน์2/)
  await expect.element(channel('OA หลัก')).toMatchTextContent(/2 รอตอบ.*เปิดอยู่ 9 เคส.*· มีคนดูแลออนไลน์ 1 คน/)
  await expect
    .element(page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' }).getByRole('listitem'))
    .toMatchTextContent(/ธีรภัทร ทองดี.*VIP.*ใหม่.*OA หลัก · ถอนเงินช้า.*รอนานมาก/)
  const staff = page.getByRole('region', { name: 'ออนไลน์ตอนนี้' }).getByRole('listitem')
  await expect.element(staff.nth(0)).toMatchTextContent(/OA หลัก 3 · OA VIP 2.*5 เคส/)
  await expect.element(staff.nth(1)).toMatchTextContent(/ว่าง.*0 เคส/)
  expect(await seriousProblems(document.body)).toEqual([])

  server.respond(CALLS.wallboard, {
    body: {
      ...MockWallboard,
      channels: MockWallboard.channels.map((each) => ({ ...each, waiting_count: 1_000 })),
      longest: [],
      staff: [],
    },
  })
  await expect.element(page.getByRole('link', { name: '2,000+ ดูเคสที่รอตอบ' })).toBeVisible()
  await expect.element(page.getByText('ไม่มีลูกค้ารอตอบ')).toBeVisible()
  await expect.element(page.getByText('ยังไม่มีใครออนไลน์')).toBeVisible()
  // The channel has waiting customers, but no agent is online.
  await expect.element(channel('OA VIP')).toMatchTextContent(/ไม่มีคนดูแลออนไลน์/)
  // The count of waiting tickets is capped, so the number of unassigned waiting tickets may be higher.
  await expect.element(page.getByRole('main')).toMatchTextContent(/รอและยังไม่มีผู้รับ1\+/)
})

test("links the wallboard's counts to their lists and its tickets to the chat", async () => {
  await open()
  const [staffMember] = MockWallboard.staff
  const links = {
    'ธีรภัทร ทองดี': '/chat-queue?ticket=5f1f5a3c-2a0b-4c9e-8d52-000000000001',
    '2 รอตอบ ใน OA หลัก': '/wallboard?waiting=all&channel=main',
    'เปิดอยู่ 9 เคส ใน OA หลัก': '/wallboard?channel=main',
    [staffMember?.display_name ?? '']: `/wallboard?staff=${staffMember?.id}`,
    '3 ดูเคสที่รอตอบ': '/wallboard?waiting=all',
    '1 ดูเคสที่ยังไม่มีผู้รับผิดชอบ': '/wallboard?waiting=none',
    'อีก 2 เคส': '/wallboard?waiting=all',
  }
  for (const [name, address] of Object.entries(links)) {
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
  // The pattern allows any minutes and seconds, because the waiting time continues to increase.
  await expect
    .element(page.getByRole('link', { name: /^รอนานมาก 1\d นาที \d+ วิ เปิดเคส$/ }))
    .toHaveAttribute('href', '/chat-queue?ticket=5f1f5a3c-2a0b-4c9e-8d52-000000000001')
})

test('shows capped counts of the wallboard as "or more"', async () => {
  const [busy, quiet] = MockWallboard.staff
  server.respond(CALLS.wallboard, {
    body: {
      ...MockWallboard,
      staff: [
        { ...busy, tickets: [{ channel_key: 'main', open_count: 200, waiting_count: 0 }], has_more: true },
        { ...quiet, has_more: true },
      ],
    },
  })
  await open()
  const staff = page.getByRole('region', { name: 'ออนไลน์ตอนนี้' }).getByRole('listitem')
  await expect.element(staff.nth(0)).toMatchTextContent(/OA หลัก 200\+.*200\+ เคส/)
  await expect.element(staff.nth(1)).toMatchTextContent(/มีเคสมากกว่าที่นับได้.*0\+ เคส/)
  await expect.element(channel('OA VIP')).toMatchTextContent(/มีคนดูแลออนไลน์ 0\+ คน/)
})

test("keeps the wallboard's counts and shows an error when a refetch fails", async () => {
  await open()
  await expect.element(channel('OA VIP')).toMatchTextContent(/1 รอตอบ/)
  server.respond(CALLS.wallboard, { status: 403, body: { code: 'forbidden' } })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/อัปเดตตัวเลขไม่สำเร็จ/)
  await expect.element(channel('OA VIP')).toMatchTextContent(/1 รอตอบ/)
})

test('on a phone, the wallboard offers a retry on failure, and reports that there are no channels', async () => {
  await page.viewport(390, 844)
  server.respond(CALLS.wallboard, { status: 403, body: { code: 'forbidden' } })
  await open()
  await expect.element(page.getByText('โหลดจอสดไม่สำเร็จ')).toBeVisible()
  server.respond(CALLS.wallboard, { body: { ...MockWallboard, channels: [], longest: [], staff: [] } })
  await expect.element(page.getByText('ยังไม่มีบัญชี OA ที่คุณดูได้')).toBeVisible()
  server.respond(CALLS.wallboard, { body: MockWallboard })
  await expect.element(channel('OA หลัก')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await seriousProblems(document.body)).toEqual([])
})

test('an event does not cancel a running fetch of the wallboard, and causes one more fetch', async () => {
  const requestCount = () => server.requests.filter(({ call }) => call === CALLS.wallboard).length
  await open()
  await expect.element(channel('OA VIP')).toMatchTextContent(/1 รอตอบ/)
  const slow = Promise.withResolvers<MockResponse>()
  server.respond(CALLS.wallboard, slow.promise)
  const before = requestCount()
  await expect.poll(requestCount, { timeout: 15_000 }).toBe(before + 1)
  server.respond(CALLS.wallboard, 'never')
  const invalidate = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  vi.mocked(useRealtimeEvents).mock.lastCall?.[0]({ type: 'resync', data: { reason: 'reconnected' } })
  await expect.poll(() => invalidate.mock.calls.length, { timeout: 15_000 }).toBe(1)
  slow.resolve({ body: { ...MockWallboard, longest: [], staff: [] } })
  await expect.element(page.getByText('ไม่มีลูกค้ารอตอบ')).toBeVisible()
  await expect.poll(() => invalidate.mock.calls.length, { timeout: 15_000 }).toBe(2)
  await expect.poll(requestCount).toBe(before + 2)
})

test('on a small screen the wallboard itself scrolls, and the main element around it does not', async () => {
  await page.viewport(390, 480)
  await open()
  await expect.element(channel('OA หลัก')).toBeVisible()
  const frame = page.getByRole('main').element()
  const wallboard = frame.firstElementChild
  await expect
    .poll(() => (wallboard?.scrollHeight ?? 0) - (wallboard?.clientHeight ?? 0))
    .toBeGreaterThan(100)
  await expect.poll(() => frame.scrollHeight - frame.clientHeight).toBe(0)
})

test('a click opens the row where the pointer came to rest, not a row that moved under it', async () => {
  const [first] = MockWallboard.longest
  if (first === undefined) throw new Error('somebody waits')
  const customer = { ...first.customer, display_name: 'รัตนา ดวงแก้ว' }
  const second = { ...first, ticket_id: '5f1f5a3c-2a0b-4c9e-8d52-000000000002', customer }
  server.respond(CALLS.wallboard, { body: { ...MockWallboard, longest: [first, second] } })
  await open()
  const rows = page.getByRole('region', { name: 'ลูกค้าที่รอนานที่สุด' }).getByRole('listitem')
  await userEvent.hover(rows.nth(0))
  server.respond(CALLS.wallboard, { body: { ...MockWallboard, longest: [second, first] } })
  vi.mocked(useRealtimeEvents).mock.lastCall?.[0]({ type: 'resync', data: { reason: 'reconnected' } })
  await expect.element(rows.nth(0)).toMatchTextContent(/รัตนา/)
  const moved = page.getByRole('link', { name: 'รัตนา ดวงแก้ว' }).element()
  moved.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  await expect.element(page.getByTestId('address')).toHaveTextContent(`/chat-queue?ticket=${first.ticket_id}`)
})
