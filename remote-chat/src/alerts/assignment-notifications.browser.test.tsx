import { MemoryRouter, useLocation } from 'react-router-dom'
import { createDeskQueryClient } from 'shared/api'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { followRealtime, isRealtimeLive } from 'shared/realtime'
import { renewSession, startSessionCheck } from 'shared/session'
import { waitForAnimations } from 'shared/testing/animations-end.ts'
import { clearNotices, noticeTimes } from 'shared/testing/clear-notices.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { render } from 'shared/testing/render.ts'
import { showToast, ThemeProvider, Toaster } from 'shared/ui'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import startAlerts from '../services/Alerts.service.ts'
import AlertBell from '../slots/AlertBell.slot.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET } from '../testing/open-conversation.tsx'
import { soundAlert } from './alert-sound.store.ts'
import { showNotice } from './desktop-notifications.ts'

vi.mock('./desktop-notifications.ts', { spy: true })
vi.mock('./alert-sound.store.ts', { spy: true })
installMockDesk()

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  vi.mocked(soundAlert).mockClear()
  vi.mocked(showNotice).mockClear()
})

const otherAgent = staffMemberOf(MockAgent)
const third: StaffMember = { ...otherAgent, id: 'third', display_name: 'อรทัย บุญส่ง', line_user_id: 'U3' }

async function openAnyPage({ isLive = true } = {}) {
  clearNotices()
  await startSessionCheck()
  const visitedPaths: string[] = []
  await render(
    <ThemeProvider>
      <Toaster />
    </ThemeProvider>,
  )
  const ended = await startAlerts({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: (to) => visitedPaths.push(to),
  })
  stop = () => ended?.()
  if (isLive) await expect.poll(() => desk.sockets.size > 0 && isRealtimeLive()).toBe(true)
  return { visitedPaths }
}

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + decodeURIComponent(search)}</output>
}

const notices = () => page.getByRole('region', { name: 'การแจ้งเตือน' }).getByRole('group').elements()

/** Revision shared by all tickets; increases with every change of assignee. */
let revision = 0

function changeAssignee(
  staff: StaffMember,
  from: StaffMember,
  to: StaffMember | null,
  text: string | null,
  customer = 'ธีรภัทร',
  ticket_id = OWN_TICKET,
) {
  revision += 1
  const event = {
    type: 'assignment_changed' as const,
    data: {
      channel_key: 'main',
      customer,
      timeline_event: {
        id: `${revision}`,
        ticket_id,
        kind: to === null ? 'returned' : 'transferred',
        after_seq: 1,
        revision,
        at: new Date().toISOString(),
        staff,
        from,
        to,
        text,
      },
    },
  }
  desk.publish(event)
  return event
}

test('plays a sound and shows who assigned a ticket to the user and why, with a link to the chat', async () => {
  const { visitedPaths } = await openAnyPage()
  const reason = `ลูกค้าขอคุยกับคนเดิม ${revision}`
  const words = `ธีรภัทร · ${otherAgent.display_name} โอนเคสให้คุณ: ${reason}`
  changeAssignee(otherAgent, otherAgent, desk.me, reason)
  await expect.element(page.getByText(words)).toBeVisible()
  expect(soundAlert).toHaveBeenCalled()
  await page.getByRole('button', { name: 'เปิดแชท' }).click()
  expect(visitedPaths).toEqual([`/chat-queue?ticket=${OWN_TICKET}`])
})

test.each([
  ['a colleague takes over', otherAgent, otherAgent, 'รับช่วงต่อเคสของคุณ'],
  ['a colleague transfers to another one', otherAgent, third, `โอนเคสของคุณให้ ${third.display_name}`],
  ['a colleague unassigns', otherAgent, null, 'คืนเคสของคุณเข้าคิว'],
] as const)('notifies an agent who loses a ticket that %s', async (_, by, to, words) => {
  await openAnyPage()
  changeAssignee(by, desk.me, to, null)
  await expect.element(page.getByText(`ธีรภัทร · ${by.display_name} ${words}`, { exact: true })).toBeVisible()
  expect(soundAlert).toHaveBeenCalled()
})

test('shows only the newest notification of a ticket, with the customer’s name on one line', async () => {
  await page.viewport(390, 844)
  await openAnyPage()
  const customer = 'ป้าแดงขายผักตลาดเช้า'
  changeAssignee(otherAgent, otherAgent, desk.me, null, customer)
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(`${customer} · ${otherAgent.display_name} โอนเคสให้คุณ`)])
  changeAssignee(third, desk.me, third, 'ลูกค้าขอคุยกับคนเดิม', customer)
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('รับช่วงต่อเคสของคุณ')])
  await waitForAnimations()
  const name = page.getByText(customer, { exact: true }).element()
  expect(name.getBoundingClientRect().height).toBeLessThan(30)
})

test('groups tickets that one agent transferred together into one notification that opens My Tickets', async () => {
  const { visitedPaths } = await openAnyPage()
  const fourth = { ...third, id: 'fourth', display_name: 'มานี ใจดี' }
  const customers = ['กานต์', 'ธีรภัทร', 'ปวีณา', 'มินตรา', 'วราภรณ์']
  for (const customer of customers) changeAssignee(fourth, fourth, desk.me, null, customer, customer)
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(`5 เคส · ${fourth.display_name} โอนเคสให้คุณ: ${customers.join(', ')}`)])
  // One of the transferred tickets is immediately transferred to another agent.
  changeAssignee(fourth, desk.me, fourth, null, 'ปวีณา', 'ปวีณา')
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringContaining('4 เคส'),
      expect.stringContaining(`ปวีณา · ${fourth.display_name} รับช่วงต่อเคสของคุณ`),
    ])
  await page.getByRole('button', { name: 'ดูเคส' }).click()
  expect(visitedPaths).toEqual(['/my-tickets'])
})

test.each([
  [1440, 900],
  [390, 844],
] as const)(
  'at %i × %i an older notification is one line that starts with the customer',
  async (width, height) => {
    await page.viewport(width, height)
    await openAnyPage()
    const [older, newer] = ['โอนทดสอบแรก', 'โอนทดสอบหลัง']
    changeAssignee(third, otherAgent, desk.me, 'ลูกค้ารอนานมากแล้ว รบกวนช่วยดูต่อด้วยนะคะ', older, older)
    await expect.element(page.getByText(older, { exact: true })).toBeVisible()
    changeAssignee(third, desk.me, otherAgent, null, newer, newer)
    await expect.element(page.getByText(newer, { exact: true })).toBeVisible()
    await waitForAnimations()
    const name = page.getByText(older, { exact: true }).element()
    const line = name.closest('[title]')?.getBoundingClientRect()
    expect(line?.height).toBeLessThan(30)
    expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(line?.bottom ?? 0)
    expect(name.getBoundingClientRect().right).toBeLessThan(line?.right ?? 0)
    // The notification's buttons are inside its box.
    const box = name.closest('[role=group]')
    const buttons = [...(box?.querySelectorAll('button') ?? [])].map(
      (each) => each.getBoundingClientRect().right,
    )
    expect(buttons).toHaveLength(2)
    expect(Math.max(...buttons)).toBeLessThan(box?.getBoundingClientRect().right ?? 0)
  },
)

/** Hides the page until the returned function is called. */
function hidePage(): () => void {
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => seen.mockRestore())
  return () => {
    seen.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
  }
}

test('notifies of a transfer once a hidden page becomes visible', async () => {
  await openAnyPage()
  const check = hidePage()
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  await expect.poll(() => vi.mocked(showNotice).mock.calls.length).toBe(1)
  expect(noticeTimes()).toEqual([])
  check()
  await expect.element(page.getByText('วิภา', { exact: true })).toBeVisible()
})

test('keeps a transfer notification until the user is active again', async () => {
  await openAnyPage()
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  await expect.poll(noticeTimes).toEqual([false])
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60 * 60_000)
  onTestFinished(() => clock.mockRestore())
  // New transfers are grouped with the notification that is still visible.
  for (const name of ['กิตติ', 'มานี']) {
    const by = { ...third, id: name, display_name: name }
    changeAssignee(by, by, desk.me, null, `ลูกค้าของ${name}`, name)
  }
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('3 เคสเปลี่ยนผู้ดูแล')])
  expect(noticeTimes()).toEqual([false])
  window.dispatchEvent(new PointerEvent('pointermove'))
  await expect.poll(noticeTimes).toEqual([15_000])
  // The visible notification has timed out, so a new transfer is not grouped with it.
  clock.mockImplementation(() => now() + 60 * 60_000 + 20_000)
  changeAssignee(third, otherAgent, desk.me, null, 'สมหญิง', 'สมหญิง')
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toContainEqual(expect.stringContaining('สมหญิง'))
  expect(notices().some(({ textContent }) => textContent.includes('4 เคส'))).toBe(false)
})

test('lists the last transfers in the menu of the bell after their notifications were closed, but not for another user', async () => {
  await openAnyPage()
  const bell = await render(
    <MemoryRouter>
      <ThemeProvider>
        <AlertBell />
        <Where />
      </ThemeProvider>
    </MemoryRouter>,
  )
  for (const name of ['ก่อนหน้า', 'หนึ่ง', 'สอง', 'สาม']) {
    changeAssignee(third, desk.me, third, null, name, name)
    await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible()
    clearNotices()
  }
  const open = bell.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })
  await open.click()
  const found = page.getByRole('menuitem', { name: /รับช่วงต่อเคสของคุณ/ })
  await expect
    .poll(() => found.elements().map(({ textContent }) => textContent))
    .toEqual(['สาม', 'สอง', 'หนึ่ง'].map((name) => `${name} · ${third.display_name} รับช่วงต่อเคสของคุณ`))
  await found.nth(1).click()
  await expect.element(page.getByTestId('where')).toHaveTextContent('/chat-queue?ticket=สอง')
  Object.assign(desk, { me: { ...desk.me, id: `another ${revision}` } })
  await renewSession()
  window.dispatchEvent(new StorageEvent('storage'))
  await open.click()
  await expect.element(page.getByRole('menuitem', { name: 'ทดสอบเสียง' })).toBeVisible()
  expect(found.elements()).toEqual([])
})

test('groups more than two missed transfers into one notification and closes no other notification', async () => {
  const { visitedPaths } = await openAnyPage()
  showToast({ tone: 'error', text: 'ส่งข้อความไม่สำเร็จ', timeoutMs: 0 })
  const check = hidePage()
  const agents = ['กิตติ', 'อรทัย', 'มานี', 'ปิติ'].map((name) => ({ ...third, id: name, display_name: name }))
  for (const by of agents) changeAssignee(by, by, desk.me, null, `ลูกค้าของ${by.display_name}`, by.id)
  await expect.poll(() => vi.mocked(showNotice).mock.calls.length).toBe(4)
  check()
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('4 เคสเปลี่ยนผู้ดูแล: ลูกค้าของกิตติ · กิตติ โอนเคสให้คุณ / ')])
  await expect.element(page.getByRole('alert').getByText('ส่งข้อความไม่สำเร็จ')).toBeVisible()
  await page.getByRole('button', { name: 'ดูเคส' }).click()
  expect(visitedPaths).toEqual(['/my-tickets'])
})

test('does not show a user the transfers of the previous user', async () => {
  await openAnyPage()
  const check = hidePage()
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  await expect.poll(() => vi.mocked(showNotice).mock.calls.length).toBe(1)
  Object.assign(desk, { me: { ...desk.me, id: `another ${revision}` } })
  await renewSession()
  check()
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'สมหญิง', 'สมหญิง')
  await expect.element(page.getByText('สมหญิง', { exact: true })).toBeVisible()
  expect(page.getByText('วิภา', { exact: true }).query()).toBeNull()
})

test('shows a transfer that arrived before the start of the service once, and not again on the next page', async () => {
  await startSessionCheck()
  // The socket connects before the code of the services has loaded.
  const received: string[] = []
  onTestFinished(followRealtime(({ type }) => received.push(type)))
  await expect.poll(isRealtimeLive).toBe(true)
  const given = changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  await expect.poll(() => received).toContain('assignment_changed')
  await openAnyPage()
  await expect.element(page.getByText('วิภา', { exact: true })).toBeVisible()
  stop?.()
  await cleanup()
  await openAnyPage()
  vi.mocked(soundAlert).mockClear()
  // A new socket receives recent events again.
  desk.publish(given)
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'สมหญิง', 'สมหญิง')
  await expect.element(page.getByText('สมหญิง', { exact: true })).toBeVisible()
  expect(page.getByText('วิภา', { exact: true }).query()).toBeNull()
  expect(soundAlert).toHaveBeenCalledTimes(1)
})

test('groups new transfers with those of the visible notification until the notification is closed', async () => {
  await openAnyPage()
  const notify = async (name: string) => {
    const by = { ...third, id: name, display_name: name }
    changeAssignee(by, by, desk.me, null, `ลูกค้าของ${name}`, name)
    await expect.poll(() => notices().some(({ textContent }) => textContent.includes(name))).toBe(true)
  }
  const names = ['กิตติ', 'อรทัย', 'มานี', 'ปิติ']
  for (const name of names) await notify(name)
  const parts = names.map((name) => `ลูกค้าของ${name} · ${name} โอนเคสให้คุณ`)
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining(`4 เคสเปลี่ยนผู้ดูแล: ${parts.join(' / ')}`)])
  clearNotices()
  await notify('วีระ')
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('ลูกค้าของวีระ · วีระ โอนเคสให้คุณ')])
})

test('shows no transfer notification when its code loads only after the service has stopped', async () => {
  await openAnyPage()
  let coming: Promise<unknown> | undefined
  const unfollow = followRealtime(({ type }) => {
    if (type !== 'assignment_changed') return
    // The service receives the event first; then this listener stops the service.
    stop?.()
    coming = import('./assignment-notifications.ts')
  })
  onTestFinished(unfollow)
  changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  await expect.poll(() => coming).toBeDefined()
  await coming
  expect(soundAlert).not.toHaveBeenCalled()
})

test('a page without a socket polls for transfers and shows each once', async () => {
  replaceMockDesk({ sockets: false })
  const given = changeAssignee(third, otherAgent, desk.me, 'ฝากดูต่อ', 'วิภา', 'วิภา')
  const requestCount = () => desk.count(/^GET \/api\/staff\/assignment-changes/)
  desk.fail(/assignment-changes/, { status: 200, body: { items: [given.data] } }, 2)
  await openAnyPage({ isLive: false })
  await expect.element(page.getByText('วิภา', { exact: true })).toBeVisible()
  expect(soundAlert).toHaveBeenCalledTimes(1)
  clearNotices()
  await expect.poll(requestCount, { timeout: 30_000 }).toBe(2)
  expect(notices()).toEqual([])
  expect(soundAlert).toHaveBeenCalledTimes(1)
}, 60_000)
